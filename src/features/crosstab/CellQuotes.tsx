import { useRows } from '../../data/live/useLive.ts'
import { useWindows } from '../../data/live/useWindows.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Filter } from '../../model/rules/analysis/filters.ts'
import { passageQuirk } from '../../model/rules/passageQuirk.ts'
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
  const quirks = useRows('quirks', {})
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
        if (!row) return undefined
        const { quirk, colour } = passageQuirk(quirks?.get(row.quirkId), t('quirk.untitled'))
        return { ...row, colour, quirk: quirkIds?.length === 1 ? undefined : quirk }
      }}
      onOpen={(index) => {
        const row = at(index)
        if (row) onPassage(row, row.id)
      }}
      listKey={title}
    />
  )
}
