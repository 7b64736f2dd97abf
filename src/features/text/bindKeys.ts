/** The keys of actions (`src/actions`) as CodeMirror binds them. */
import type { Command, EditorView, KeyBinding } from '@codemirror/view'
import { isSingleKey, keysOf } from '../../actions/actionKeys.ts'
import type { ActionId } from '../../actions/actions.ts'
import { device } from '../../state/device.ts'
import { eventName, isShortcut } from '../../ui/shortcutText.ts'

/** CodeMirror has a letter that is held with Shift alone in capitals, and all others small. */
function codeMirrorKey(keys: string): string {
  const held = keys.split('+')
  const name = eventName(held.pop() ?? '')
  const isCapital = held.join() === 'Shift'
  return [...held, name.length > 1 || isCapital ? name : name.toLowerCase()].join('-')
}

const bind = (keys: string, run: Command, more?: Partial<KeyBinding>): KeyBinding =>
  isHeldLetter(keys)
    ? heldLetter(keys, run, more)
    : {
        ...more,
        key: codeMirrorKey(keys),
        // Single keys can be switched off.
        run: isSingleKey(keys) ? (view) => device.letterKeys && run(view) : run,
      }

const isHeldLetter = (keys: string): boolean => /^(Mod|Ctrl)\+.*[A-Z]$/.test(keys)

/** CodeMirror tells Shift by the capital, which Caps Lock makes small: Ctrl+Shift+F would be Ctrl+F. What types another letter, as AltGr does, is none of them. */
const heldLetter = (keys: string, run: Command, { preventDefault, stopPropagation }: Partial<KeyBinding> = {}) => ({
  any: (view: EditorView, event: KeyboardEvent): boolean => {
    if (!isShortcut(event, keys) || event.getModifierState('AltGraph')) return false
    if (stopPropagation) event.stopPropagation()
    return run(view) || preventDefault === true
  },
})

/** Each of its keys does the same. */
export const bindKeys = (id: ActionId, run: Command, more?: Partial<KeyBinding>): KeyBinding[] =>
  keysOf(id).map((keys) => bind(keys, run, more))

/** Each of its keys does something of its own, such as one arrow and the other. */
export const bindEachKey = (id: ActionId, ...runs: Command[]): KeyBinding[] =>
  keysOf(id).flatMap((keys, at) => (runs[at] ? [bind(keys, runs[at])] : []))
