/** A quirk's key (specification 1 §3): one printable key, whatever Caps Lock says. */

/** Keys that mean something in the text already. */
const reserved = ['.', '?']

/** The key as it is stored, or null where the event is none: with Ctrl, Meta or Alt, or nothing that prints. AltGr prints. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null {
  const { key, ctrlKey, metaKey, altKey } = event
  const held = metaKey || ctrlKey !== altKey
  if (held || [...key].length !== 1 || key.trim() === '') return null
  return key.toLocaleLowerCase()
}

export const isReserved = (key: string): boolean => reserved.includes(key)
