/**
 * Asks the browser, once for each page, to keep what lies on the device even when it needs room. Only a page may ask; a browser
 * may ask the person, or decide by itself.
 */
let asked: Promise<boolean> | undefined

/** Whether the browser has promised it. */
export function askToKeep(): Promise<boolean> {
  asked ??= (navigator.storage?.persist?.() ?? Promise.resolve(false)).catch(() => false)
  return asked
}
