import { type MouseEvent, memo, useSyncExternalStore } from 'react'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuoteRow } from '../../model/queries.ts'
import { brush, brushed, onBrush } from '../../state/brush.ts'
import { Dot } from '../../ui/Dot.tsx'
import { PassageRow } from '../../ui/lists/PassageRow.tsx'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import { MoreButton } from '../../ui/menus/MoreButton.tsx'

/** A quirk as rows show it. */
export interface QuirkFace {
  title: string
  color: string
}

export interface QuoteActs {
  onOpen: (quote: QuoteRow, index: number) => void
  /** `range`: with Shift, all between here and where it began. */
  onChoose: (quote: QuoteRow, index: number, range: boolean) => void
  onMenu: (quote: QuoteRow, index: number, at: Point) => void
  /** All the words of one that is too long for a list. */
  onWhole: (quote: QuoteRow) => Promise<string>
}

interface QuoteItemProps {
  quote: QuoteRow
  index: number
  quirk: QuirkFace
  /** What stands above it, where it begins a group: the number of its passages where that is known. */
  heading: { title: string; color?: string | undefined; count?: number | undefined } | null
  /** A heading names its quirk, here or above. */
  inGroup: boolean
  /** There are several questions: the row says which. */
  questions: boolean
  chosen: boolean
  anyChosen: boolean
  acts: QuoteActs
}

export const QuoteItem = memo(function QuoteItem(props: QuoteItemProps) {
  const { quote, index, quirk, heading, inGroup, questions, chosen, anyChosen, acts } = props
  const t = useT()
  const elsewhere = useSyncExternalStore(onBrush, brushed)
  const menu = (event: MouseEvent) => {
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    const byKey = event.clientX === 0 && event.clientY === 0
    acts.onMenu(quote, index, byKey ? { x: box.left + 40, y: box.bottom } : { x: event.clientX, y: event.clientY })
  }
  const click = (event: MouseEvent) => {
    if (event.shiftKey) acts.onChoose(quote, index, true)
    else if (event.ctrlKey || event.metaKey) acts.onChoose(quote, index, false)
    else acts.onOpen(quote, index)
  }
  return (
    <>
      {heading && (
        <h3 className="list-group">
          {heading.color && <Dot colour={cssColour(heading.color)} />}
          {heading.title}
          {heading.count !== undefined && <span className="list-group-count">{formatNumber(heading.count)}</span>}
        </h3>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the menu has a button of its own */}
      <div
        className="quote"
        data-chosen={chosen || undefined}
        data-any-chosen={anyChosen || undefined}
        data-back={(elsewhere && elsewhere.by !== 'list' && !elsewhere.quirkIds.has(quote.quirkId)) || undefined}
        onMouseEnter={() => brush('list', [quote.quirkId])}
        onMouseLeave={() => brush('list', [])}
        onContextMenu={menu}
      >
        <label className="quote-check">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('list.select')}
            checked={chosen}
            onChange={(event) =>
              acts.onChoose(quote, index, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
            }
          />
        </label>
        <PassageRow
          passage={{ ...quote, colour: cssColour(quirk.color), quirk: inGroup ? undefined : quirk.title }}
          index={index}
          questions={questions}
          onOpen={click}
          onWhole={() => acts.onWhole(quote)}
        />
        <span className="quote-more">
          <MoreButton size="small" tabIndex={-1} under="right" onMenu={(at) => acts.onMenu(quote, index, at)} />
        </span>
      </div>
    </>
  )
})
