/** The keys of actions (`src/actions`) as CodeMirror binds them. */
import type { Command, KeyBinding } from '@codemirror/view'
import { isSingleKey, keysOf } from '../../actions/actionKeys.ts'
import type { ActionId } from '../../actions/actions.ts'
import { device } from '../../state/device.ts'
import { eventName } from '../../ui/shortcutText.ts'

/** CodeMirror has a letter that is held with Shift alone in capitals, and all others small. */
function codeMirrorKey(keys: string): string {
  const held = keys.split('+')
  const name = eventName(held.pop() ?? '')
  const isCapital = held.join() === 'Shift'
  return [...held, name.length > 1 || isCapital ? name : name.toLowerCase()].join('-')
}

const bind = (keys: string, run: Command, more?: Partial<KeyBinding>): KeyBinding => ({
  ...more,
  key: codeMirrorKey(keys),
  // Single keys can be switched off.
  run: isSingleKey(keys) ? (view) => device.letterKeys && run(view) : run,
})

/** Each of its keys does the same. */
export const bindKeys = (id: ActionId, run: Command, more?: Partial<KeyBinding>): KeyBinding[] =>
  keysOf(id).map((keys) => bind(keys, run, more))

/** Each of its keys does something of its own, such as one arrow and the other. */
export const bindEachKey = (id: ActionId, ...runs: Command[]): KeyBinding[] =>
  keysOf(id).flatMap((keys, at) => (runs[at] ? [bind(keys, runs[at])] : []))
