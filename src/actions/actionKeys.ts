/** Whether a key that is pressed belongs to an action, and how its keys are shown. */
import { isShortcut, type Pressed } from '../ui/shortcutText.ts'
import { type Action, type ActionId, actionOf } from './actions.ts'

/** All keys that do it: those that are advertised, and the quiet ones after them. */
export const keysOf = (one: ActionId | Action): readonly string[] => {
  const { keys = [], quiet = [] } = actionOf(one)
  return [...keys, ...quiet]
}

/** The key that menus and tooltips show; undefined where the action has none. */
export const shortcutOf = (one: ActionId | Action): string | undefined => actionOf(one).keys?.[0]

export const isKeyOf = (event: Pressed, one: ActionId | Action): boolean =>
  keysOf(one).some((keys) => isShortcut(event, keys))

/** A single letter or sign, with Shift or without, which a person can switch off. */
export const isSingleKey = (keys: string): boolean =>
  [...keys.replace(/^Shift\+/, '')].length === 1 && !/[←↑→↓]/.test(keys)
