import { formatNumber } from '../../i18n/formats.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuoteOrder } from '../../model/queries.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { CloseIcon, CopyIcon, DeleteIcon, DownIcon, DownloadIcon, OrderIcon, UpIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { QuirkChoice, type QuirkChoiceProps } from './QuirkChoice.tsx'

export interface QuotesHeadProps extends QuirkChoiceProps {
  /** Undefined until known. */
  total: number | undefined
  countOf: (quirkId: number) => number | undefined
  order: QuoteOrder
  descending: boolean
  onOrder: (order: QuoteOrder, descending: boolean) => void
  /** Null: the query that is shown has a text already. */
  text: string | null
  onText: (text: string) => void
  take: readonly MenuEntry[]
  /** How many are chosen. */
  selected: number
  onCopy: () => void
  /** Missing for those who may only look. */
  onRemove?: (() => void) | undefined
  onUnchoose: () => void
}

export const orderTitles: Record<QuoteOrder, MessageKey> = {
  place: 'quotes.byPlace',
  quirk: 'quotes.byQuirk',
  author: 'source.byAuthor',
  date: 'source.byDate',
  length: 'quotes.byLength',
}

/** Quirks whose numbers stand in the head. */
const mostCounted = 8

/** Which passages are listed, in which order, and what can be done with all of them. */
export function QuotesHead(props: QuotesHeadProps) {
  const { total, order, descending, onOrder, selected, items, chosen } = props
  const t = useT()
  const counted = chosen && chosen.length > 1 ? chosen.slice(0, mostCounted) : []
  const orders: MenuEntry[] = (Object.keys(orderTitles) as QuoteOrder[]).map((one) => ({
    label: t(orderTitles[one]),
    checked: one === order,
    onChange: () => onOrder(one, one === order ? descending : one === 'date' || one === 'length'),
  }))
  return (
    <header className="quotes-head" data-keep-clear>
      <div className="quotes-title">
        <h2>{t('quotes.title')}</h2>
        <p role="status">{total !== undefined && t('quotes.count', { n: total })}</p>
        <Dropdown
          align="end"
          trigger={<IconButton icon={DownloadIcon} label={t('quotes.take')} />}
          items={props.take}
        />
      </div>
      <div className="quotes-asked">
        <QuirkChoice
          items={items}
          chosen={chosen}
          onChoose={props.onChoose}
          nested={props.nested}
          onNested={props.onNested}
        />
        <span className="quotes-order">
          <Dropdown
            trigger={
              <Button icon={OrderIcon} aria-label={`${t('quotes.order')}: ${t(orderTitles[order])}`}>
                {t(orderTitles[order])}
              </Button>
            }
            items={orders}
          />
          <IconButton
            icon={descending ? DownIcon : UpIcon}
            label={t('source.descending')}
            pressed={descending}
            onClick={() => onOrder(order, !descending)}
          />
        </span>
        {props.text !== null && <SearchField label={t('quotes.filter')} value={props.text} onChange={props.onText} />}
      </div>
      {counted.length > 0 && (
        <ul className="quotes-counts" aria-label={t('quotes.which')}>
          {counted.map((id) => {
            const quirk = items.find((item) => item.id === id)
            return (
              quirk && (
                <li key={id}>
                  <button
                    type="button"
                    className="quotes-count"
                    data-tooltip={t('quotes.onlyThis', { title: quirk.title })}
                    onClick={() => props.onChoose([id])}
                  >
                    <span className="quotes-dot" style={{ '--dot': quirk.color }} />
                    <span className="quotes-count-title">{quirk.title}</span>
                    <span className="quotes-group-count">{formatNumber(props.countOf(id) ?? 0)}</span>
                  </button>
                </li>
              )
            )
          })}
        </ul>
      )}
      {selected > 0 && (
        <div className="quotes-selected">
          <p role="status">{t('quotes.selected', { n: selected })}</p>
          <Button kind="quiet" icon={CopyIcon} onClick={props.onCopy}>
            {t('text.copyReference')}
          </Button>
          {props.onRemove && (
            <Button kind="quiet" icon={DeleteIcon} onClick={props.onRemove}>
              {t('text.removeHighlight')}
            </Button>
          )}
          <IconButton icon={CloseIcon} label={t('source.unchoose')} onClick={props.onUnchoose} />
        </div>
      )}
    </header>
  )
}
