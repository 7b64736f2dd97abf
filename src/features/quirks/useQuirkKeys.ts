import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { patchRows } from '../../data/live/sharedRows.ts'
import { useProject } from '../../data/live/useLive.ts'
import { device } from '../../state/device.ts'
import { isUnderModal, leavesSingleKeys } from '../../state/singleKeys.ts'
import { keyOf, textActOf } from './shortcutKey.ts'

/**
 * A quirk's key highlights the selected words with it (1 §3), while the text, nothing at all or a button has the focus: single letters
 * never act from a field, a list or a dialog, and the person may switch them off (WCAG 2.1.4).
 * `onKey`: answers whether there was something to highlight (never while the text is being edited). `onNothing`: there was not, and the
 * key has no other meaning.
 */
export function useQuirkKeys(onKey: (quirkId: number) => boolean, onNothing: () => void): void {
  const { letterKeys: on } = useSnapshot(device)
  const project = useProject()
  const latest = useRef({ onKey, onNothing })
  latest.current = { onKey, onNothing }
  // Kept apart from what is drawn: nothing is drawn anew for them.
  const keys = useRef<ReturnType<typeof patchRows<'shortcutKeys'>>>(new Map())
  useEffect(
    () =>
      project.watch('shortcutKeys', {}, (posted) => {
        keys.current = patchRows<'shortcutKeys'>(keys.current, posted)
      }),
    [project],
  )
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.isComposing || !isHere(event.target)) return
      const key = keyOf(event)
      if (key === null) return
      const row = [...keys.current.values()].find(({ shortcutKey }) => shortcutKey === key)
      if (!row) return
      if (!latest.current.onKey(row.quirkId)) {
        if (!textActOf(key)) latest.current.onNothing()
        return
      }
      event.preventDefault()
      event.stopPropagation()
    }
    // Before the keys of canvas and text: with words selected, the quirk's key is meant.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [on])
}

const isHere = (target: EventTarget | null): boolean =>
  leavesSingleKeys(target) || (!isUnderModal() && target instanceof Element && target.closest('.cm-content') !== null)
