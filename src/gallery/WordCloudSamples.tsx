import { useState } from 'react'
import { ArrangedBoard } from '../features/arranged/ArrangedBoard.tsx'
import { ArrangedHead } from '../features/arranged/ArrangedHead.tsx'
import { headingOf } from '../features/arranged/headingOf.ts'
import { ScopePopover } from '../features/wordCloud/ScopePopover.tsx'
import { StopListEditor } from '../features/wordCloud/StopListModal.tsx'
import { WordPassagesView } from '../features/wordCloud/WordPassages.tsx'
import { type WordOrder, WordTableView } from '../features/wordCloud/WordTable.tsx'
import { compareTitles } from '../i18n/formats.ts'
import { useT } from '../i18n/useT.ts'
import { PALETTE } from '../model/palette.ts'
import type { Problem } from '../model/problems.ts'
import type { QuirkRow } from '../model/queries.ts'
import type { StopWord } from '../model/rules/analysis/stopList.ts'
import { type ArrangedOrder, arrange, usualArrangement } from '../model/rules/arrangedOrder.ts'
import { none } from '../model/schema.ts'
import { WordCloud } from '../ui/words/WordCloud.tsx'
import { sources } from './sampleData.ts'

const nothing = () => {}
const text = 'harbour winter letters trust money father sister yard post trains work silence home promise door sea week'
const words = text.split(' ').map((word, n) => ({ word, count: Math.ceil(60 / (n + 1)) }))
const stopped: StopWord[] = ['the', 'and', 'of', "don't", 'dazu'].map((value, n) => ({ value, selected: n !== 2 }))
interface Rows<R> {
  total: number | undefined
  problem: Problem | null
  at: (index: number) => R | undefined
}
const rowsOf = <R,>(rows: readonly R[]): Rows<R> => ({ total: rows.length, problem: null, at: (index) => rows[index] })
const waiting: Rows<never> = { total: undefined, problem: null, at: () => undefined }
const failed: Rows<never> = { ...waiting, problem: { kind: 'unexpectedResponse' } }
const places = sources.map(({ title }, n) => ({
  sourceId: n + 1,
  questionId: 1,
  start: 0,
  length: 7,
  source: title,
  before: 'We went down to the ',
  match: n % 2 ? 'Harbour' : 'harbour',
  after: ' every morning, whatever the weather was, and waited for',
  cutBefore: n > 0,
  cutAfter: true,
}))
const quirk = (id: number, title: string, highlights: number, parentQuirkId = none): QuirkRow => {
  const color = PALETTE[id % PALETTE.length]?.hex ?? PALETTE[0].hex
  return { id, title, description: '', color, x: 0, y: 0, parentQuirkId, author: 'Ana', timestamp: id, highlights }
}
const quirks = [
  quirk(1, 'Leaving home', 28),
  quirk(2, 'Trains', 9, 1),
  quirk(3, 'Letters from the harbour, and what they did not say', 42, 1),
  quirk(4, 'Silence', 1, 3),
  quirk(5, '', 0),
  quirk(6, 'Work', 1200),
]
const groups = new Map([[1, { id: 1, description: '🌱 Beginnings' }]])
const links = [{ groupId: 1, quirkId: 1 }]

/** The word cloud, its table, passages and stop list in their states; the arranged view. */
export function WordCloudSamples() {
  return (
    <>
      <div className="gallery-card" style={{ height: 320, padding: 0 }}>
        <WordCloud label="Words" words={words} chosen="winter" onChoose={nothing} onMenu={nothing} />
      </div>
      <div className="gallery-cards">
        <Words of={rowsOf(words)} />
        <Words of={rowsOf([])} />
        <Words of={failed} />
        <Passages of={rowsOf(places)} word="harbour" />
        <Passages of={waiting} word="winter" />
        <Passages of={failed} word="letters" />
        <StopList of={stopped} />
        <StopList of={[]} />
        <div className="gallery-card">
          <StopListEditor words={stopped} />
        </div>
        <Chooser />
      </div>
      <Board order={usualArrangement} />
      <Board order={{ by: 'group', descending: false, nested: true }} />
    </>
  )
}

function Words({ of }: { of: Rows<{ word: string; count: number }> }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<WordOrder>({ by: 'count', descending: true })
  return (
    <div className="gallery-card" style={{ display: 'flex', height: 300, padding: 0 }}>
      <WordTableView
        words={of}
        occurrences={400}
        highest={60}
        search={search}
        onSearch={setSearch}
        order={order}
        onOrder={setOrder}
        chosen="winter"
        onChoose={nothing}
        onMenu={nothing}
      />
    </div>
  )
}

function Passages({ of, word }: { of: Rows<(typeof places)[number]>; word: string }) {
  return (
    <div className="gallery-card" style={{ display: 'grid', height: 300, padding: 0 }}>
      <WordPassagesView places={of} word={word} onPassage={nothing} onLeaveOut={nothing} onClose={nothing} />
    </div>
  )
}

function StopList({ of }: { of: readonly StopWord[] }) {
  const [list, setList] = useState(of)
  return (
    <div className="gallery-card">
      <StopListEditor words={list} speakers={['Anna', 'Interviewer']} onChange={setList} />
    </div>
  )
}

function Chooser() {
  const t = useT()
  const [chosen, setChosen] = useState<readonly number[]>([2])
  return (
    <div className="gallery-card">
      <ScopePopover
        label={t('wordCloud.in')}
        said={t('wordCloud.in.quirks', { n: chosen.length })}
        whole={[
          { id: 'texts', label: t('wordCloud.in.texts') },
          { id: 'group', label: '🌱 Beginnings', heading: t('group.title') },
        ]}
        chosenWhole={null}
        onWhole={nothing}
        heading={t('wordCloud.in.some')}
        searchLabel={t('quirk.search')}
        search=""
        onSearch={nothing}
        choices={quirks.map(({ id, title, color, highlights }) => ({
          id,
          label: title || t('quirk.untitled'),
          colour: color,
          count: highlights,
        }))}
        chosen={new Set(chosen)}
        onChosen={setChosen}
      />
    </div>
  )
}

function Board({ order }: { order: ArrangedOrder }) {
  const t = useT()
  const [now, setNow] = useState(order)
  const context = { groups: groups.values(), links, compare: compareTitles }
  return (
    <div className="gallery-card" style={{ display: 'flex', flexDirection: 'column', height: 420, padding: 0 }}>
      <ArrangedHead order={now} count={quirks.length} onChange={(next) => setNow({ ...now, ...next })} />
      <ArrangedBoard
        sections={arrange(quirks, now, context)}
        headed={now.by === 'group' || now.by === 'colour' || now.by === 'author'}
        heading={(section) => headingOf(t, now.by, section, groups)}
        most={60}
        counter
        project="gallery"
        selecting
        onQuirk={nothing}
        onQuotes={nothing}
        onOverlap={nothing}
        onHighlight={nothing}
      />
    </div>
  )
}
