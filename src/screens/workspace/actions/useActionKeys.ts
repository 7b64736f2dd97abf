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

/** Fields keep what they can type, and a dialog keeps everything, also while nothing in it has the focus. */
function keepsKey({ key, ctrlKey, metaKey, target }: KeyboardEvent, { fieldsKeep }: Action, editing: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (isUnderModal() || target.closest('.ui-modal')) return true
  const isField = target.matches('input, textarea, select')
  if (fieldsKeep && isField) return true
  const types = key.length === 1 && !ctrlKey && !metaKey
  return types && (isField || (target.isContentEditable && editing))
}

export function useActionKeys(handlers: Handlers, editing: boolean): void {
  const latest = useRef({ handlers, editing })
  latest.current = { handlers, editing }
  useStrayKeys()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isSwitchedOff(event)) return
      const pressed = heard.find((id) => isKeyOf(event, recordOf(id)))
      const handler = pressed && latest.current.handlers[pressed]
      if (!handler || keepsKey(event, recordOf(pressed), latest.current.editing)) return
      event.preventDefault()
      handler.run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
