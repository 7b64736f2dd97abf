/** Comments and notes of other programs as memos: each in parts no longer than a memo may be. */
import { longestText } from '../../src/model/limits.ts'

/** Divided between words. */
export function memoParts(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > longestText) {
    const space = rest.slice(longestText / 2, longestText).search(/\s(?=\S*$)/)
    let at = space < 0 ? longestText : longestText / 2 + space + 1
    if (/[\ud800-\udbff]/.test(rest[at - 1] ?? '')) at -= 1
    parts.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...parts, rest]
}
