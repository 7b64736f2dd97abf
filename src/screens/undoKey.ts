export type Way = 'undo' | 'redo'

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** 1 §2: Ctrl+Z undoes, Ctrl+Y redoes; so do Cmd+Z and Shift+Cmd+Z. By what is written on the key, wherever it lies. */
export function undoKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Key): Way | null {
  if (altKey || ctrlKey === metaKey) return null
  // A keyboard without Latin letters has its shortcuts where a Latin one would have them.
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : { KeyZ: 'z', KeyY: 'y' }[code]
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && !shiftKey ? 'redo' : null
}
