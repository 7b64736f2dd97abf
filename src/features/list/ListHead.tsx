import { formatNumber } from '../../i18n/formats.ts'
import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { cssColour } from '../../model/palette.ts'
import type { QuoteOrder } from '../../model/queries.ts'
import { Dot } from '../../ui/Dot.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { CloseIcon, CopyIcon, DeleteIcon, DownIcon, DownloadIcon, OrderIcon, UpIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { ViewHead } from '../../ui/ViewHead.tsx'
import { QuirkChoice, type QuirkChoiceProps } from './QuirkChoice.tsx'

export interface ListHeadProps extends QuirkChoiceProps {
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
  place: 'list.byPlace',
  quirk: 'list.byQuirk',
  author: 'source.byAuthor',
  date: 'source.byDate',
  length: 'list.byLength',
}

/** Quirks whose numbers stand in the head. */
const mostCounted = 8

/** Which passages are listed, in which order, and what can be done with all of them. */
export function ListHead(props: ListHeadProps) {
  const { total, order, descending, onOrder, selected, items, chosen } = props
  const t = useT()
  const counted = chosen && chosen.length > 1 ? chosen.slice(0, mostCounted) : []
  const orders: MenuEntry[] = (Object.keys(orderTitles) as QuoteOrder[]).map((one) => ({
    label: t(orderTitles[one]),
    checked: one === order,
    onChange: () => onOrder(one, one === order ? descending : one === 'date' || one === 'length'),
  }))
  const below = (
    <>
      {counted.length > 0 && (
        <ul className="list-counts" aria-label={t('list.which')}>
          {counted.map((id) => {
            const quirk = items.find((item) => item.id === id)
            return (
              quirk && (
                <li key={id}>
                  <button
                    type="button"
                    className="list-count"
                    data-tooltip={t('list.onlyThis', { title: quirk.title })}
                    onClick={() => props.onChoose([id])}
                  >
                    <Dot colour={cssColour(quirk.color)} />
                    <span className="list-count-title">{quirk.title}</span>
                    <span className="list-group-count">{formatNumber(props.countOf(id) ?? 0)}</span>
                  </button>
                </li>
              )
            )
          })}
        </ul>
      )}
      {selected > 0 && (
        <div className="list-selected">
          <p role="status">{t('list.selected', { n: selected })}</p>
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
    </>
  )
  return (
    <ViewHead
      title={t('list.title')}
      said={total === undefined ? undefined : t('list.count', { n: total })}
      tools={
        <Dropdown align="end" trigger={<IconButton icon={DownloadIcon} label={t('list.take')} />} items={props.take} />
      }
      below={below}
    >
      <QuirkChoice
        items={items}
        chosen={chosen}
        onChoose={props.onChoose}
        nested={props.nested}
        onNested={props.onNested}
      />
      <span className="list-order">
        <Dropdown
          trigger={
            <Button
              icon={OrderIcon}
              aria-label={t('ui.labelled', { label: t('list.order'), value: t(orderTitles[order]) })}
            >
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
      {props.text !== null && <SearchField label={t('list.filter')} value={props.text} onChange={props.onText} />}
    </ViewHead>
  )
}
