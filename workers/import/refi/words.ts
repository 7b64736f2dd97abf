/** Names and descriptions as our columns hold them: canonical, and no longer than they may be. */
import { longestText, longestTitle } from '../../../src/model/limits.ts'
import { canonicalText, cleanLine } from '../../../src/model/text/richText.ts'
import type { Tally } from './tally.ts'

/** Of a quirk, a source, a group, a property. */
export function title(name: string, tally: Tally): string {
  return cut(cleanLine(name), longestTitle, tally)
}

/** Of a description, a value. */
export const longText = (text: string, tally: Tally): string => cut(canonicalText(text), longestText, tally)

function cut(text: string, most: number, tally: Tally): string {
  if (text.length <= most) return text
  tally.count('refiCut')
  // The end may have been within a pair.
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** Gives each name once: those that come again are numbered. `fold`: names that differ in case alone are the same. */
export function uniqueNames(fold = false): (name: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  const known = (name: string) => (fold ? name.toLowerCase() : name)
  return (name) => {
    let free = name
    for (let n = next.get(known(name)) ?? 2; taken.has(known(free)); n += 1) {
      const end = ` (${n})`
      free = `${name.slice(0, longestTitle - end.length).toWellFormed()}${end}`
      next.set(known(name), n + 1)
    }
    taken.add(known(free))
    return free
  }
}
