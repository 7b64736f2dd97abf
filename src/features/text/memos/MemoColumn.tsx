import type { EditorView } from '@codemirror/view'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useT } from '../../../i18n/useT.ts'
import { MemoEntry } from './MemoEntry.tsx'
import { MemoMark } from './MemoMark.tsx'
import { memoBoxesOf, type ShownMemo } from './memoBoxes.ts'
import { memoState, unsavedMemo } from './memoState.ts'
import { noMemos } from './noMemos.ts'
import { useMemoFocus } from './useMemoFocus.ts'
import type { MemoActions } from './useMemos.ts'

interface MemoColumnProps {
  view: EditorView
  /** Those in view, in the order of the text. */
  shown: readonly ShownMemo[]
  isOpen: boolean
  canWrite: boolean
  actions: MemoActions
}

/** What stands beside the text: the cards in view, or in a closed column a mark at each place that has memos. */
export function MemoColumn({ view, shown, isOpen, canWrite, actions }: MemoColumnProps) {
  const t = useT()
  const column = memoBoxesOf(view)
  const box = useRef<HTMLElement>(null)
  const { shown: listed, list: all, active, isLoaded, writing } = view.state.field(memoState)
  useLayoutEffect(() => column?.drawn())
  useMemoFocus(box, actions)
  if (!column) return null

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return
    const at = event.target.closest<HTMLElement>('[data-box]')
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if (event.key === 'Escape') actions.toText()
    else if (by === null) return
    else if (isOpen) actions.step(by, Number(at?.dataset.last))
    else {
      const marks = [...(box.current?.querySelectorAll<HTMLElement>('.memo-mark') ?? [])]
      marks[marks.findIndex((it) => at?.contains(it)) + by]?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const isActive = ({ ids }: ShownMemo) => active !== null && ids.includes(active)
  const tabStop = shown.find(isActive) ?? shown[0]
  const isEmpty = isOpen && isLoaded && listed.length === 0 && !writing
  return createPortal(
    <section
      className="memos"
      ref={box}
      aria-label={t('memo.column')}
      data-closed={isOpen ? undefined : ''}
      onKeyDown={press}
    >
      {shown.map((one) => {
        const { key, ids, isCard } = one
        const [first = unsavedMemo] = ids
        return (
          <div
            key={key}
            className="memo-box"
            data-box={key}
            data-card={isCard ? first : undefined}
            data-last={ids.at(-1)}
            data-unplaced=""
          >
            {isCard ? (
              <MemoEntry view={view} id={first} canWrite={canWrite} isTabStop={one === tabStop} actions={actions} />
            ) : (
              <MemoMark
                count={ids.length}
                isChip={isOpen}
                active={isActive(one)}
                isTabStop={one === tabStop}
                onOpen={() => actions.activate(first, true)}
              />
            )}
          </div>
        )
      })}
      {isEmpty && <p className="memo-none">{noMemos(t, all, canWrite)}</p>}
    </section>,
    column.dom,
  )
}
