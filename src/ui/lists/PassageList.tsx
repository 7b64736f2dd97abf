import { type KeyboardEvent, useRef } from 'react'
import { LongList, type LongListHandle } from './LongList.tsx'
import { PassageRow, type PassageShown } from './PassageRow.tsx'

export interface PassageListProps {
  label: string
  total: number
  /** Undefined while it is on its way. */
  at: (index: number) => PassageShown | undefined
  /** There are several questions: each row says which. */
  questions?: boolean
  onOpen: (index: number) => void
}

export const passageHeight = 92
/** Rows that Page up and Page down go by. */
const page = 6

/** The row that a key leads to from another, as in every list of passages. */
export const passageByKey = (key: string, index: number, total: number): number | undefined =>
  ({
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: total - 1,
  })[key]

/** Passages of any number, each a way to its text; arrows walk them, Enter shows one. */
export function PassageList({ label, total, at, questions = false, onOpen }: PassageListProps) {
  const list = useRef<LongListHandle>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    // Its words, or a button beside them.
    const row = (event.target as HTMLElement).closest('.ui-passage-row')?.querySelector<HTMLElement>('[data-row]')
    const to = passageByKey(event.key, row ? Number(row.dataset.row) : -1, total)
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    list.current?.focus(Math.max(0, Math.min(total - 1, to)))
  }
  return (
    <LongList
      ref={list}
      label={label}
      count={total}
      keyOf={(index) => index}
      rowHeight={passageHeight}
      onKeyDown={onKeyDown}
      row={(index) => {
        const passage = at(index)
        if (!passage) return <div className="ui-passage-wait" />
        return <PassageRow passage={passage} index={index} questions={questions} onOpen={() => onOpen(index)} />
      }}
    />
  )
}
