/**
 * What are files called that are named by titles? Promises: names that every system takes, each once, also where large and small letters, or
 * two ways to write é, are one; never a path.
 */
import { safeFileName } from '../../../src/model/rules/projects/safeFileName.ts'

/** In bytes of UTF-8: systems take 255, with number and end. */
const longest = 200

const encoder = new TextEncoder()

/** The name for a title, with `end`. */
export function fileNames(end: string, untitled: string): (title: string) => string {
  const taken = new Set<string>()
  /** How many have the name already, so that a thousand of one name do not count from 2 each. */
  const counts = new Map<string, number>()
  return (title) => {
    const name = shortName(title) || shortName(untitled) || '_'
    const folded = (text: string) => text.normalize('NFC').toLowerCase()
    for (let n = counts.get(folded(name)) ?? 1; ; n += 1) {
      const numbered = n === 1 ? name : `${name} (${n})`
      if (taken.has(folded(numbered))) continue
      taken.add(folded(numbered))
      counts.set(folded(name), n + 1)
      return numbered + end
    }
  }
}

function shortName(title: string): string {
  let name = safeFileName(title.replace(/\s+/g, ' '))
  while (encoder.encode(name).length > longest) name = [...name].slice(0, -1).join('')
  // Where it was cut it may end with a blank.
  return safeFileName(name)
}
