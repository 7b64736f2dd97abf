import { useWindows } from '../../data/live/useWindows.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Filter } from '../../model/rules/analysis/filters.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { PassagePanel } from '../../ui/lists/PassagePanel.tsx'

export interface CellQuotesProps {
  title: string
  /** null: of every quirk. */
  quirkIds: readonly number[] | null
  filters: Filter[]
  onClose: () => void
  onPassage: ViewProps['onPassage']
}

/** The passages that a cell counts, each a way to its text. */
export function CellQuotes({ title, quirkIds, filters, onClose, onPassage }: CellQuotesProps) {
  const t = useT()
  const { total, problem, at } = useWindows('quotes', { quirkIds, filters, order: 'place', descending: false })
  return (
    <PassagePanel
      title={title}
      onClose={onClose}
      said={total === undefined ? '' : t('canvas.highlights', { n: total })}
      total={total}
      problem={problem && problemText(problem)}
      at={(index) => {
        const row = at(index)
        return row && { source: row.source, quote: row.quote, note: row.author }
      }}
      onOpen={(index) => {
        const row = at(index)
        if (row) onPassage(row, row.id)
      }}
      listKey={title}
    />
  )
}
