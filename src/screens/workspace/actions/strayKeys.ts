/**
 * Keys that somebody types on when the text or field they were meant for has been taken away: by a colleague, or with the right to write. They
 * are no commands, and nothing else takes them, until they have rested or the person has gone elsewhere.
 */
import { useLayoutEffect } from 'react'

/** In ms; whoever types on does not stop for so long. */
const rest = 1500

function openStrayKeys() {
  /** What took the last key, and when. */
  let last: { field: HTMLElement; time: number } | null = null
  return {
    /** Whether this key was meant for what is gone; to be asked of each. */
    isStray: (event: KeyboardEvent): boolean => {
      if (modifiers.has(event.key)) return false
      const { target, timeStamp: time } = event
      const field = target instanceof HTMLElement && takesKeys(target) ? target : null
      if (!isTyped(event, field)) {
        last = null
        return false
      }
      if (last && !takesKeys(last.field) && time - last.time < rest) {
        last.time = time
        return true
      }
      last = field && { field, time }
      return false
    },
    /** The person has clicked somewhere. */
    goElsewhere: (): void => {
      last = null
    },
  }
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** With Enter a field is done, a text goes on. */
const isTyped = (event: KeyboardEvent, field: HTMLElement | null): boolean =>
  (!(event.ctrlKey || event.metaKey || event.altKey) || event.getModifierState('AltGraph')) &&
  !/^(Tab|Escape|F\d+)$/.test(event.key) &&
  !(event.key === 'Enter' && field !== null && !field.isContentEditable)

/** The text does only while it is edited. */
function takesKeys(element: HTMLElement): boolean {
  if (!element.isConnected || element.closest('[inert]')) return false
  if (element.closest('.cm-editor')) return element.closest('.text-editing') !== null
  return element.isContentEditable || element.matches('input:enabled:read-write, textarea:enabled:read-write')
}

/** Before all other keys of the page. */
export function useStrayKeys(): void {
  useLayoutEffect(() => {
    const { isStray, goElsewhere } = openStrayKeys()
    const press = (event: KeyboardEvent) => {
      if (!isStray(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true })
    addEventListener('pointerdown', goElsewhere, { capture: true })
    return () => {
      removeEventListener('keydown', press, { capture: true })
      removeEventListener('pointerdown', goElsewhere, { capture: true })
    }
  }, [])
}
