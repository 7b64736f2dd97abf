/** Keys as `Mod+Shift+Z`: how they are written on this machine, and whether an event is them. Mod is Ctrl, on a Mac Cmd. */
import { type MessageKey, t } from '../i18n/i18n.ts'

export const onThisMac = /mac|iphone|ipad/i.test(navigator.platform)

const signs: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
/** The order in which a Mac writes them. */
const macOrder = ['Ctrl', 'Alt', 'Shift', 'Mod']

/** What is written on keys in the person's language; other keys are signs, letters and numbers. */
const names: Readonly<Record<string, MessageKey>> = {
  Mod: 'key.ctrl',
  Ctrl: 'key.ctrl',
  Alt: 'key.alt',
  Shift: 'key.shift',
  Enter: 'key.enter',
  Esc: 'key.esc',
  Del: 'key.del',
  Backspace: 'key.backspace',
  Space: 'key.space',
  Home: 'key.home',
  End: 'key.end',
}
const nameOf = (key: string): string => {
  const name = names[key]
  return name ? t(name) : key
}

const parts = (keys: string): { held: string[]; key: string } => {
  const held = keys.split(/\+(?=.)/)
  return { key: held.pop() ?? '', held }
}

/** Nobody but the kit's own parts needs it: whoever has keys to show gives them as they are here, `<Keys of="Mod+K" />`. */
export function shortcutText(keys: string, mac = onThisMac): string {
  const { held, key } = parts(keys)
  if (!mac) return [...held, key].map(nameOf).join('+')
  held.sort((a, b) => macOrder.indexOf(a) - macOrder.indexOf(b))
  return [...held.map((one) => signs[one] ?? one), nameOf(key)].join('')
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** What events call keys that are written otherwise here. */
const eventNames: Readonly<Record<string, string>> = {
  Esc: 'Escape',
  Del: 'Delete',
  Space: ' ',
  '←': 'ArrowLeft',
  '↑': 'ArrowUp',
  '→': 'ArrowRight',
  '↓': 'ArrowDown',
  '−': '-',
}
/** By this name events, and CodeMirror, know a key. */
export const eventName = (key: string): string => eventNames[key] ?? key

/** Shift is not read for signs: where a sign lies is the keyboard's own affair. */
export function isShortcut(event: Pressed, keys: string, mac = onThisMac): boolean {
  const { held, key } = parts(keys)
  const mod = held.includes('Mod')
  if (event.ctrlKey !== ((mod && !mac) || held.includes('Ctrl')) || event.metaKey !== (mod && mac)) return false
  if (event.altKey !== held.includes('Alt')) return false
  const shift = held.includes('Shift')
  // What Shift makes of a digit is another sign on every keyboard.
  if (shift && /^\d$/.test(key)) return event.shiftKey && event.code === `Digit${key}`
  const name = eventName(key)
  if (name.length === 1 && !/[a-z]/i.test(name)) return event.key === name
  if (event.shiftKey !== shift) return false
  if (name.length > 1) return event.key === name
  // A keyboard without Latin letters has its shortcuts where a Latin one would have them.
  const letter = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, '')
  return letter.toLowerCase() === name.toLowerCase()
}
