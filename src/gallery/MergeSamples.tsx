import { useState } from 'react'
import type { MergePreview } from '../data/files/merger.ts'
import { AddedProjects } from '../features/merge/AddedProjects.tsx'
import { MergePreviewView } from '../features/merge/MergePreviewView.tsx'
import type { Added } from '../features/merge/useMerging.ts'
import { countsOf } from '../model/projectRows.ts'

const nothing = () => {}
const counts = { ...countsOf({}), sources: 12, quirks: 40, highlights: 1204 }
const one = { uuid: null, share: null, isProtected: false, kept: [] }
const added: readonly Added[] = [
  { ...one, key: 1, name: 'Garden interviews, Ben', read: { ok: counts } },
  { ...one, key: 2, name: 'Autumn.qdpx', share: 0.4, read: null },
  { ...one, key: 5, name: 'Walks.json', read: { ok: { ...counts, silent: 3 } } },
  { ...one, key: 3, name: 'notes.json', read: { problem: { kind: 'notAProject', name: 'notes.json' } } },
  { ...one, key: 4, name: 'Diaries', read: { problem: { kind: 'protectedProject', name: 'Diaries' } } },
]
const differing = [{ theirs: 'tomatos', base: 'tomatoes' }]
const similar = [
  {
    sourceId: 4,
    title: 'Ana, second visit',
    baseTitle: 'Ana, second visit',
    answers: 1,
    share: 0.012,
    words: differing,
  },
  { sourceId: 7, title: 'Survey', baseTitle: 'Survey of spring', answers: 3, share: 0.031, words: [] },
]
const preview: MergePreview = {
  counts: {
    sources: { same: 8, similar: 2, added: 2 },
    highlights: { same: 900, added: 280, moved: 22, lost: 2 },
    memos: { same: 3, added: 5, moved: 1, lost: 0 },
    quirks: { same: 31, added: 9, lifted: 1 },
    cells: 1,
    renumbered: 17,
  },
  addsNothing: false,
  others: [{ key: 1, similar }],
  newSources: { first: ['Carla', 'Ana (2)'], count: 2 },
  newQuirks: { first: ['Weather', 'Neighbours'], count: 9 },
  lost: {
    first: [
      { source: 'Ana, second visit', words: 'as I said', content: '', quirk: 'Doubt' },
      { source: 'Survey', words: 'well', content: 'Ask her again', quirk: null },
    ],
    count: 2,
  },
  cells: { first: [{ source: 'Carla', property: 'Age', value: '34', other: '35' }], count: 1 },
  lifted: { first: ['Rain'], count: 1 },
  fitsInto: true,
}

/** What is added to a merge, and what comes of it. */
export function MergeSamples() {
  const [chosen, setChosen] = useState(added)
  return (
    <>
      <AddedProjects added={chosen} disabled={false} onRemove={nothing} />
      <MergePreviewView
        title="Field notes"
        preview={preview}
        added={chosen}
        isStale={false}
        disabled={false}
        onKeepBoth={(key, source, both) =>
          setChosen((before) =>
            before.map((each) =>
              each.key === key
                ? {
                    ...each,
                    kept: [
                      ...each.kept.filter(({ sourceId }) => sourceId !== source.sourceId),
                      ...(both ? [source] : []),
                    ],
                  }
                : each,
            ),
          )
        }
      />
    </>
  )
}
