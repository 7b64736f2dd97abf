import { type RefObject, useLayoutEffect } from 'react'
import { focusAfterMenu } from '../focusAfterMenu.ts'
import type { MemoActions } from './useMemos.ts'

/** Gives the focus to the card, or the field, of the memo that is to have it, as soon as it is there. `within`: where cards are. */
export function useMemoFocus(within: RefObject<HTMLElement | null>, { focusNext, focused }: MemoActions): void {
  useLayoutEffect(() => {
    const target = within.current?.querySelector<HTMLElement>(`[data-card="${focusNext}"] :is(textarea, article)`)
    if (focusNext === null || !target) return
    return focusAfterMenu(() => {
      target.focus({ preventScroll: true })
      focused()
    })
  })
}
