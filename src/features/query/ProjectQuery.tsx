import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useRows } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { addFilter, moveFilter, type QueryDraft, removeFilter } from '../../state/queryDraft.ts'
import { ProjectFilterRow } from './ProjectFilterRow.tsx'
import { type Counted, QueryCounts } from './QueryCounts.tsx'
import { QueryEditor } from './QueryEditor.tsx'
import { SavedQueries } from './SavedQueries.tsx'
import { useFilterQuirks } from './useFilterQuirks.ts'
import { useSavedQueries } from './useSavedQueries.ts'

interface ProjectQueryProps {
  letter: 'A' | 'B' | null
  folded: boolean
  /** A proxy: what is done to it is done to the query. */
  draft: QueryDraft
  onDraft: (draft: QueryDraft) => void
  counts: Counted | undefined
  waiting: boolean
  problem: Problem | null
}

/** One query of the open project, with what comes of it in numbers. */
export function ProjectQuery({ letter, folded, draft, onDraft, counts, waiting, problem }: ProjectQueryProps) {
  const t = useT()
  const query = useSnapshot(draft)
  const keys = useRows('propertyKeys', {})
  const properties = useMemo(() => keys && Array.from(keys.values(), ({ key }) => key).sort(compareTitles), [keys])
  const quirks = useFilterQuirks()
  const isPlain = (useQuestions()?.length ?? 1) < 2
  const saved = useSavedQueries(draft, query, onDraft)
  const of = (id: number) => draft.filters.find((filter) => filter.id === id)
  return (
    <QueryEditor
      label={letter ? t('query.one', { letter }) : t('query.view')}
      query={query}
      folded={folded}
      properties={properties}
      quirks={quirks}
      head={<SavedQueries letter={letter} {...saved} />}
      row={(props) => <ProjectFilterRow key={props.filter.id} {...props} />}
      onText={(text) => {
        draft.textSearch = text
      }}
      onAdd={(field) => addFilter(draft, field)}
      onChange={({ id }, change) => Object.assign(of(id) ?? {}, change)}
      onMove={({ id }, to) => moveFilter(draft, id, to)}
      onRemove={({ id }) => removeFilter(draft, id)}
    >
      <QueryCounts counts={counts} isPlain={isPlain} waiting={waiting} problem={problem} />
    </QueryEditor>
  )
}
