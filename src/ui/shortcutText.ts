/** Keys as `Mod+Shift+Z`: how they are written on this machine, and whether an event is them. Mod is Ctrl, on a Mac Cmd. */
const onThisMac = /mac|iphone|ipad/i.test(navigator.platform)

const signs: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
/** The order in which a Mac writes them. */
const macOrder = ['Ctrl', 'Alt', 'Shift', 'Mod']

const parts = (keys: string): { held: string[]; key: string } => {
  const held = keys.split(/\+(?=.)/)
  return { key: held.pop() ?? '', held }
}

export function shortcutText(keys: string, mac = onThisMac): string {
  const { held, key } = parts(keys)
  if (!mac) return [...held.map((one) => (one === 'Mod' ? 'Ctrl' : one)), key].join('+')
  return [...held.sort((a, b) => macOrder.indexOf(a) - macOrder.indexOf(b)).map((one) => signs[one] ?? one), key].join(
    '',
  )
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Shift is read for letters only: where a sign lies is the keyboard's own affair. */
export function isShortcut(event: Pressed & { shiftKey: boolean }, keys: string, mac = onThisMac): boolean {
  const { held, key } = parts(keys)
  const mod = held.includes('Mod')
  if (event.ctrlKey !== ((mod && !mac) || held.includes('Ctrl')) || event.metaKey !== (mod && mac)) return false
  if (event.altKey !== held.includes('Alt')) return false
  if (!/^[a-z]$/i.test(key)) return event.key === key
  if (event.shiftKey !== held.includes('Shift')) return false
  // A keyboard without Latin letters has its shortcuts where a Latin one would have them.
  const letter = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^Key/, '')
  return letter.toLowerCase() === key.toLowerCase()
}
