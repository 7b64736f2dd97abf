import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { PropertyValue } from '../../model/queries.ts'
import { leastBeside, offersPlace } from './offersPlace.ts'
import type { FindValues, Property } from './properties.ts'
import { completed, type Offer, offered, typedParts } from './suggestions.ts'
import { useFound } from './useFindValues.ts'

/** Where the focus goes when the cell has been filled in. */
export type Leaving = 'stay' | 'down' | 'up' | 'right' | 'left'

export interface CellEditorProps {
  label: string
  property: Pick<Property, 'id' | 'multiple' | 'withComma'>
  find: FindValues
  /** What stands in the field at first. */
  start: string
  /** Later where values have yet to be found for what was typed last. */
  onCommit: (text: string | Promise<string>, leaving: Leaving) => void
  onCancel: () => void
}

/** A cell while it is filled in: free words, with the known values offered below, and what is typed as a new one. Enter takes the row that is lit. */
export function CellEditor({ label, property, find, start, onCommit, onCancel }: CellEditorProps) {
  const t = useT()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const done = useRef(false)
  const [text, setText] = useState(start)
  /** The row to which the arrows have gone; null: they have not. Its place changes as others come. */
  const [went, setWent] = useState<Offer | null>(null)
  // What stands there already narrows nothing, and means nothing.
  const typed = !property.multiple && text === start ? '' : text
  const sought = typedParts(typed, property.multiple).typed.trim()
  const found = useFound(find, property.id, sought)
  const offeredOf = (values: readonly PropertyValue[]) => offered(typed, { ...property, values })
  const { offers, meant } = offeredOf(found.values)
  const wentAt = offers.findIndex(({ value, isNew }) => value === went?.value && isNew === went.isNew)
  const at = wentAt >= 0 ? wentAt : text === start ? -1 : meant
  const isOpen = offers.length > 0
  usePlace(input, list, isOpen)

  useLayoutEffect(() => {
    const field = input.current
    field?.focus({ preventScroll: true })
    // One more of several is added behind them; a single one is replaced.
    field?.setSelectionRange(property.multiple ? start.length : 0, start.length)
  }, [property.multiple, start])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const commit = (words: string | Promise<string>, leaving: Leaving) => {
    if (done.current) return
    done.current = true
    onCommit(words, leaving)
  }
  // The table closes, or the row goes, while it is open: what was typed is stored all the same. React removes it without a blur.
  const isHere = useRef(false)
  const leave = useRef(() => {})
  leave.current = () => (text === start ? undefined : commit(text, 'stay'))
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      queueMicrotask(() => isHere.current || leave.current())
    }
  }, [])
  const choose = (value: string, leaving: Leaving | null) => {
    const words = completed(text, property.multiple, value)
    if (leaving && !property.multiple) return commit(words, leaving)
    setText(property.multiple ? `${words}, ` : words)
    setWent(null)
  }
  const withValue = (value: string | undefined) =>
    value === undefined ? text : completed(text, property.multiple, value)
  /** What is meant by what stands there, though the values for it have not come yet. */
  const meantSoon = async () => {
    const { offers, meant } = offeredOf(await find(property.id, sought))
    return withValue(offers[meant]?.value)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    event.stopPropagation()
    const { key, shiftKey } = event
    const value = offers[at]?.value
    const isAhead = wentAt < 0 && text !== start && found.search !== sought
    const words = () => (isAhead ? meantSoon() : withValue(value))
    const acts: Record<string, () => void> = {
      ArrowDown: () => setWent(offers[(at + 1) % offers.length] ?? null),
      ArrowUp: () => setWent(offers.at(at <= 0 ? -1 : at - 1) ?? null),
      Enter: () =>
        value === undefined || wentAt < 0 ? commit(words(), shiftKey ? 'up' : 'down') : choose(value, 'down'),
      Tab: () => commit(words(), shiftKey ? 'left' : 'right'),
      Escape: () => {
        done.current = true
        onCancel()
      },
    }
    const act = acts[key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <input
        ref={input}
        className="property-cell-input"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setWent(null)
        }}
        onKeyDown={press}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onPaste={(event) => event.stopPropagation()}
        onBlur={() => commit(text, 'stay')}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="ui-menu property-offers"
        popover="manual"
      >
        {offers.map(({ value, isNew }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus and the keys
          <div
            key={isNew ? ' ' : value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className="ui-menu-item"
            data-highlighted={index === at || undefined}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(value, 'stay')}
          >
            <span className="ui-menu-label">{isNew ? t('property.newValueTyped', { value }) : value}</span>
          </div>
        ))}
      </div>
    </>
  )
}

/**
 * Beside its field, so that the cells below, which are filled in next, are seen; where there is no room, below or above it. Over everything,
 * for the table would cut it off.
 */
function usePlace(
  field: { readonly current: HTMLElement | null },
  list: { readonly current: HTMLElement | null },
  isOpen: boolean,
): void {
  useLayoutEffect(() => {
    const shown = list.current
    if (!shown || !isOpen) return
    shown.showPopover?.()
    const place = () => {
      const cell = field.current?.getBoundingClientRect()
      if (!cell) return
      shown.style.minWidth = `${Math.min(cell.width, leastBeside)}px`
      const { left, top, height } = offersPlace(cell, {
        width: shown.offsetWidth,
        height: shown.scrollHeight + shown.offsetHeight - shown.clientHeight,
      })
      shown.style.left = `${left}px`
      shown.style.top = `${top}px`
      shown.style.maxHeight = `${height}px`
    }
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
      if (shown.isConnected) shown.hidePopover?.()
    }
  })
}
