import { useEffect, useState } from 'react'
import { useProject, useValue } from '../../data/live/useLive.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { windowRows } from '../../model/limits.ts'
import type { QueryValue } from '../../model/queries.ts'
import { ScopePopover } from './ScopePopover.tsx'
import type { CountedQuery } from './WordCloudHead.tsx'

export interface SourcesChooserProps {
  /** null: all. */
  sourceIds: readonly number[] | null
  ofQuery: CountedQuery | null
  onChange: (sourceIds: readonly number[] | null) => void
}

/** All sources, or some: of very many the first are listed that fit what is typed. */
export function SourcesChooser({ sourceIds, ofQuery, onChange }: SourcesChooserProps) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const found = useFound(search.trim(), isOpen)
  const only = useValue('sourceRows', { sourceIds: sourceIds?.slice(0, 1) ?? [] })
  const choices = (found?.rows ?? []).map(({ id, title, highlights }) => ({ id, label: title, count: highlights }))
  const more = found ? found.total - found.rows.length : 0
  const all =
    ofQuery === null
      ? t('wordCloud.allSources')
      : ofQuery.sources === undefined
        ? t('wordCloud.allOfQuery')
        : t('wordCloud.sourcesOfQuery', { n: ofQuery.sources })
  const said =
    sourceIds === null
      ? all
      : sourceIds.length === 1
        ? (only?.[0]?.title ?? t('wordCloud.someSources', { n: 1 }))
        : t('wordCloud.someSources', { n: sourceIds.length })
  return (
    <ScopePopover
      label={t('wordCloud.sources')}
      said={said}
      onOpenChange={setOpen}
      whole={[{ id: 'all', label: all }]}
      chosenWhole={sourceIds === null ? 'all' : null}
      onWhole={() => onChange(null)}
      heading={t('wordCloud.chosenSources')}
      searchLabel={t('wordCloud.searchSources')}
      search={search}
      onSearch={setSearch}
      choices={choices}
      chosen={new Set(sourceIds ?? [])}
      onChosen={(ids) => onChange(ids.length > 0 ? ids : null)}
      note={more > 0 ? t('wordCloud.moreSources', { n: more, count: formatNumber(more) }) : undefined}
    />
  )
}

/** By title. Nobody asks for them before the list is opened: putting thousands in order takes its time. */
function useFound(search: string, isOpen: boolean): QueryValue<'sources'> | undefined {
  const project = useProject()
  const [found, setFound] = useState<QueryValue<'sources'>>()
  useEffect(() => {
    if (!isOpen) return
    const order = { by: 'title', descending: false } as const
    return project.watch('sources', { search, order, offset: 0, limit: windowRows }, ({ value }) => setFound(value))
  }, [project, search, isOpen])
  return found
}
