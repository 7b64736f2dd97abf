/** How an action looks in a menu or on a button: the beginning of a `MenuEntry`, or the props of an `IconButton`. */
import type { Translate } from '../i18n/i18n.ts'
import type { Icon } from '../ui/icons.ts'
import { shortcutOf } from './actionKeys.ts'
import { type Action, type ActionId, actionOf, type actions, isDenied } from './actions.ts'

type WithIcon = (Action & { icon: Icon }) | ActionWithIcon
type ActionWithIcon = { [Id in ActionId]: (typeof actions)[Id] extends { icon: Icon } ? Id : never }[ActionId]

interface Words {
  label: string
  shortcut: string | undefined
}

/** Its title and its key. */
export const wordsOf = (t: Translate, one: ActionId | Action): Words => ({
  label: t(actionOf(one).title),
  shortcut: shortcutOf(one),
})

/** Its title, its key and its icon. */
export const faceOf = (t: Translate, one: WithIcon): Words & { icon: Icon } => ({
  ...wordsOf(t, one),
  icon: actionOf(one).icon as Icon,
})

/** A menu's entry: off for those who may only read, where the action writes. */
export const entryOf = (t: Translate, id: ActionId, canWrite: boolean, onSelect: () => void) => ({
  ...wordsOf(t, id),
  disabled: isDenied(id, canWrite),
  onSelect,
})
