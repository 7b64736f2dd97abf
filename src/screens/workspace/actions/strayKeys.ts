/**
 * Keys that somebody types on when the text or field they were meant for has been taken away: by a colleague, or with the right to write. They
 * are no commands, and nothing else takes them, however long the pauses between them, until the person does something that is no typing.
 */
import { useLayoutEffect } from 'react'

function openStrayKeys() {
  /** What took the last key. */
  let last: HTMLElement | null = null
  return {
    /** Whether this key was meant for what is gone; to be asked of each. */
    isStray: (event: KeyboardEvent): boolean => {
      if (modifiers.has(event.key)) return false
      if (last && !takesKeys(last) && isTyped(event)) return true
      const { target } = event
      last = target instanceof HTMLElement && takesKeys(target) && !isLast(event, target) ? target : null
      return false
    },
    /** The person has clicked somewhere. */
    goElsewhere: (): void => {
      last = null
    },
  }
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

const isTyped = (event: KeyboardEvent): boolean => !isCommand(event) && !/^(Arrow|Page|Home$|End$)/.test(event.key)

const isCommand = (event: KeyboardEvent): boolean =>
  ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) ||
  /^(Tab|Escape|F\d+)$/.test(event.key)

/** Whether the person leaves the field with it. With Enter a field is done, a text goes on. */
const isLast = (event: KeyboardEvent, field: HTMLElement): boolean =>
  isCommand(event) || (event.key === 'Enter' && !field.isContentEditable)

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
    // Of some aids a press comes as a click alone.
    const presses = ['pointerdown', 'click'] as const
    for (const type of presses) addEventListener(type, goElsewhere, { capture: true })
    return () => {
      removeEventListener('keydown', press, { capture: true })
      for (const type of presses) removeEventListener(type, goElsewhere, { capture: true })
    }
  }, [])
}
