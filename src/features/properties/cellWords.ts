/**
 * What does the text of a cell name? Where a source may have several values of a property they are apart by commas, as in the
 * import of spreadsheets (2 §4); a value that has a comma in it is found where the property knows it.
 *
 * Promises: no empty names, none twice; each trimmed; `cellWords(cellText(words))` are the words, unless an unknown one has a comma.
 */
import { folded } from './properties.ts'

export interface Naming {
  multiple: boolean
  /** The values that have a comma in them. */
  withComma: readonly string[]
}

export function cellWords(text: string, { multiple, withComma }: Naming): string[] {
  const line = text.replace(/\s+/g, ' ').trim()
  if (!multiple) return line === '' ? [] : [line]
  const known = new Set(withComma.map(folded))
  const parts = line.split(',').map((part) => part.trim())
  const words: string[] = []
  for (let at = 0; at < parts.length; ) {
    let count = known.size > 0 ? parts.length - at : 1
    while (count > 1 && !known.has(folded(parts.slice(at, at + count).join(', ')))) count -= 1
    words.push(parts.slice(at, at + count).join(', '))
    at += count
  }
  return distinct(words)
}

/** The first of those that differ in case alone; no empty ones. */
export function distinct(words: readonly string[]): string[] {
  const seen = new Set([''])
  return words.filter((word) => {
    const name = folded(word)
    return !seen.has(name) && seen.add(name)
  })
}

export const cellText = (words: readonly string[]): string => words.join(', ')

/** Whatever their order and case. */
export function sameWords(a: readonly string[], b: readonly string[]): boolean {
  const names = new Set(a.map(folded))
  return names.size === new Set(b.map(folded)).size && b.every((word) => names.has(folded(word)))
}
