/** How an action looks in a menu or on a button: the beginning of a `MenuEntry`, or the props of an `IconButton`. */
import type { Translate } from '../i18n/i18n.ts'
import type { Icon } from '../ui/icons.ts'
import { shortcutOf } from './actionKeys.ts'
import { type ActionId, actionOf, actions, isDenied } from './actions.ts'

type WithIcon = { [Id in ActionId]: (typeof actions)[Id] extends { icon: Icon } ? Id : never }[ActionId]

interface Words {
  label: string
  shortcut: string | undefined
}

/** Its title and its key. */
export const wordsOf = (t: Translate, id: ActionId): Words => ({
  label: t(actionOf(id).title),
  shortcut: shortcutOf(id),
})

/** Its title, its key and its icon. */
export const faceOf = (t: Translate, id: WithIcon): Words & { icon: Icon } => ({
  ...wordsOf(t, id),
  icon: actions[id].icon,
})

/** A menu's entry: off for those who may only read, where the action writes. */
export const entryOf = (t: Translate, id: ActionId, canWrite: boolean, onSelect: () => void) => ({
  ...wordsOf(t, id),
  disabled: isDenied(id, canWrite),
  onSelect,
})
