import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { isKeyOf } from '../../actions/actionKeys.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuoteOrder, QuoteRow } from '../../model/queries.ts'
import { isSwitchedOff } from '../../state/device.ts'
import { LongList, type LongListHandle } from '../../ui/lists/LongList.tsx'
import { passageByKey, passageHeight } from '../../ui/lists/PassageList.tsx'
import type { Point } from '../../ui/menus/MenuAt.tsx'
import { type QuirkFace, type QuoteActs, QuoteItem } from './QuoteItem.tsx'
import { isChosen, type QuoteChoice } from './quoteChoice.ts'
import { beginsGroup, headingOf } from './quoteHeading.ts'

export interface QuoteListProps {
  /** Another list begins anew. */
  listKey: string
  total: number
  at: (index: number) => QuoteRow | undefined
  moved: number
  startAt: number
  onSight: (first: number, last: number) => void
  order: QuoteOrder
  quirkOf: (quirkId: number) => QuirkFace
  /** The passages of a quirk among those that are listed. */
  countOf: (quirkId: number) => number | undefined
  questions: boolean
  choice: QuoteChoice
  anyChosen: boolean
  acts: QuoteActs
  onChooseAll: () => void
  onUnchoose: () => void
  /** From this row on to the one at the index. */
  onExtend: (from: QuoteRow, toIndex: number) => void
  onCopy: (quote: QuoteRow) => void
  onRemove: (quote: QuoteRow) => void
}

/** Passages of any number with their words: arrows walk them, Enter shows one in its text. */
export function QuoteList(props: QuoteListProps): ReactNode {
  const { total, at, choice, order, quirkOf, countOf, acts } = props
  const t = useT()
  const list = useRef<LongListHandle>(null)
  const active = useRef(0)
  const heading = headingOf(order)

  const headingOfRow = (quote: QuoteRow, index: number) => {
    if (!beginsGroup(heading, quote, at(index - 1), index)) return null
    if (heading === 'source') return { title: quote.source }
    return { ...quirkOf(quote.quirkId), count: countOf(quote.quirkId) }
  }
  const row = (index: number): ReactNode => {
    const quote = at(index)
    if (!quote) return <div className="ui-passage-wait" />
    return (
      <QuoteItem
        quote={quote}
        index={index}
        quirk={quirkOf(quote.quirkId)}
        heading={headingOfRow(quote, index)}
        inGroup={heading === 'quirk'}
        questions={props.questions}
        chosen={isChosen(choice, quote.id)}
        anyChosen={props.anyChosen}
        acts={acts}
      />
    )
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey, target } = event
    if (altKey || isSwitchedOff(event)) return
    const words = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-row]') : null
    if (words) active.current = Number(words.dataset.row)
    const index = active.current
    const quote = at(index)
    const to = passageByKey(key, index, total)
    const hasMod = event.ctrlKey || event.metaKey
    const act = hasMod || to === undefined ? acted(event, quote, words) : walk(to, shiftKey, quote)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const walk = (to: number, extends_: boolean, quote: QuoteRow | undefined) => () => {
    const next = Math.max(0, Math.min(total - 1, to))
    if (extends_ && quote) props.onExtend(quote, next)
    active.current = next
    list.current?.focus(next)
  }
  const acted = (event: KeyboardEvent, quote: QuoteRow | undefined, words: HTMLElement | null) => {
    if (isKeyOf(event, 'selectAllQuotes')) return props.onChooseAll
    if (event.key === 'Escape' && props.anyChosen) return props.onUnchoose
    if (!quote) return undefined
    if (isKeyOf(event, 'copyQuote')) {
      // What is selected with the pointer is copied as always.
      const hasMod = event.ctrlKey || event.metaKey
      const copies = hasMod ? getSelection()?.isCollapsed !== false : words !== null
      return copies ? () => props.onCopy(quote) : undefined
    }
    if (!words) return undefined
    const index = active.current
    if (isKeyOf(event, 'selectQuote')) return () => acts.onChoose(quote, index, false)
    if (isKeyOf(event, 'removeQuote')) return () => props.onRemove(quote)
    if (isKeyOf(event, 'quoteMenu')) return () => acts.onMenu(quote, index, below(words))
    return undefined
  }

  return (
    <LongList
      key={props.listKey}
      ref={list}
      label={t('list.title')}
      count={total}
      keyOf={(index) => at(index)?.id ?? `at ${index}`}
      row={row}
      rowHeight={passageHeight}
      startAt={props.startAt}
      moved={props.moved}
      onSight={props.onSight}
      onKeyDown={onKeyDown}
    />
  )
}

function below(element: HTMLElement): Point {
  const box = element.getBoundingClientRect()
  return { x: box.left + 40, y: Math.min(box.bottom, innerHeight - 40) }
}
