import { useEffect, useRef } from 'react'
import { isSwitchedOff } from '../../../state/device.ts'
import { isUnderModal } from '../../../state/singleKeys.ts'
import { isShortcut } from '../../../ui/shortcutText.ts'
import { type ActionId, actionOf, type Handlers } from './actions.ts'
import { useStrayKeys } from './strayKeys.ts'

/** Actions whose keys work wherever the focus is; the others' keys are those of the canvas, the text or the undo bar. */
const everywhere = [
  'palette',
  'shortcuts',
  'codeBySearch',
  'textSearch',
  'properties',
  'sourceProperties',
  'saveAs',
  'openFile',
] as const satisfies ActionId[]

/** Fields keep what they can type, and a dialog keeps everything, also while nothing in it has the focus. */
function keepsKey({ key, ctrlKey, metaKey, target }: KeyboardEvent, editing: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isUnderModal() || target.closest('.ui-modal')) return true
  const types = key.length === 1 && !ctrlKey && !metaKey
  return types && (target.matches('input, textarea, select') || (target.isContentEditable && editing))
}

export function useActionKeys(handlers: Handlers, editing: boolean): void {
  const latest = useRef({ handlers, editing })
  latest.current = { handlers, editing }
  useStrayKeys()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isSwitchedOff(event) || keepsKey(event, latest.current.editing)) return
      const pressed = everywhere.find((id) => actionOf(id).keys?.some((keys) => isShortcut(event, keys)))
      const handler = pressed && latest.current.handlers[pressed]
      if (!handler) return
      event.preventDefault()
      handler.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
