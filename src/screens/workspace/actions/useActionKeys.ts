import { useEffect, useRef } from 'react'
import { isKeyOf, keysOf } from '../../../actions/actionKeys.ts'
import type { Action } from '../../../actions/actions.ts'
import { isSwitchedOff } from '../../../state/device.ts'
import { isUnderModal } from '../../../state/singleKeys.ts'
import { allDoable, type Handlers, recordOf } from './doable.ts'
import { useStrayKeys } from './strayKeys.ts'

/** What has keys that work wherever the focus is; the others' keys are those of the canvas, the text or a list. */
const heard = allDoable.filter((id) => {
  const record = recordOf(id)
  const { area, heardEverywhere } = record
  return keysOf(record).length > 0 && (area === 'everywhere' || heardEverywhere)
})

/** What letters are for, wherever the focus is. */
interface Typing {
  /** A text is being edited. */
  editing: boolean
  /** The palette has been asked for, and may still be on its way. */
  seeking: boolean
}

/** Fields keep what they can type, and a dialog keeps everything, also while nothing in it has the focus. */
function keepsKey(
  { key, ctrlKey, metaKey, target }: KeyboardEvent,
  { fieldsKeep }: Action,
  { editing, seeking }: Typing,
): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isUnderModal() || target.closest('.ui-modal')) return true
  const isField = target.matches('input, textarea, select')
  if (fieldsKeep && isField) return true
  const types = key.length === 1 && !ctrlKey && !metaKey
  return types && (seeking || isField || (target.isContentEditable && editing))
}

export function useActionKeys(handlers: Handlers, typing: Typing): void {
  const latest = useRef({ handlers, typing })
  latest.current = { handlers, typing }
  useStrayKeys()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isSwitchedOff(event)) return
      const pressed = heard.find((id) => isKeyOf(event, recordOf(id)))
      const handler = pressed && latest.current.handlers[pressed]
      if (!handler || keepsKey(event, recordOf(pressed), latest.current.typing)) return
      event.preventDefault()
      handler.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
