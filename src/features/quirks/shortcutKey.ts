/** A quirk's key (specification 1 §3): one printable key, whatever Caps Lock says. */
import { keysOf } from '../../actions/actionKeys.ts'
import { type Area, actionOf, allActions } from '../../actions/actions.ts'
import type { MessageKey } from '../../i18n/i18n.ts'

const letter = /^\p{L}$/u
/** The keys of actions that are one letter or one sign. */
const singleKeysOf = (...of: Area[]) =>
  allActions
    .filter((id) => of.includes(actionOf(id).area))
    .flatMap((id) => keysOf(id).map((key) => ({ key: key.toLowerCase(), title: actionOf(id).title })))
    .filter(({ key }) => [...key].length === 1)

/** Signs that mean something in the text already, whatever is selected. */
const reserved = singleKeysOf('text', 'everywhere').flatMap(({ key }) => (letter.test(key) ? [] : [key]))
/** Letters that do something in the text too, as long as no quirk that has them is meant. */
const letters = singleKeysOf('canvas', 'text').filter(({ key }) => letter.test(key))

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The key as it is stored, or null where the event is none: with Ctrl, Meta or Alt, a letter with Shift, which has a meaning of its own
 * in the text, or nothing that prints. AltGr prints.
 */
export function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null {
  const isLetter = key.toLocaleLowerCase() !== key.toLocaleUpperCase()
  const held = metaKey || ctrlKey !== altKey || (shiftKey && isLetter)
  if (held || [...key].length !== 1 || key.trim() === '') return null
  return key.toLocaleLowerCase()
}

/** What the key does in the text besides; undefined: nothing. */
export const textActOf = (key: string): MessageKey | undefined => letters.find((one) => one.key === key)?.title

/** One that nobody has and that means nothing else in the text: of the letters of `title` if there is one; undefined: none of a to z and 1 to 9. */
export function freeKey(taken: ReadonlySet<string>, title: string): string | undefined {
  const inTitle = title.toLocaleLowerCase().match(/[a-z]/g) ?? []
  return [...inTitle, ...'abcdefghijklmnopqrstuvwxyz123456789'].find((key) => !taken.has(key) && !textActOf(key))
}

export const isReserved = (key: string): boolean => reserved.includes(key)
