/**
 * Unicode's simple case folding, as regular expressions with the flags `iu` compare: one code point to one, in its own plane, so that
 * positions in UTF-16 units stay. And which code points words are made of.
 */

/** Code points below this can be cased; the planes above hold Han characters, which are words, and little else. */
export const foldedCodePoints = 0x20000

let table: Uint16Array | undefined
let classes: Uint8Array | undefined

/** For each code point the lower 16 bits of the one that it folds to. */
export function foldTable(): Uint16Array {
  table ??= makeTable()
  return table
}

function makeTable(): Uint16Array {
  const folded = Uint16Array.from({ length: foldedCodePoints }, (_, code) => code & 0xffff)
  const cased = letters(/[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u)
  const all = cased.join('')
  const done = new Set<string>()
  for (const letter of cased) {
    if (done.has(letter)) continue
    // All that are one letter to a regular expression; so not the dotless i and i.
    const alike = all.match(new RegExp(letter, 'giu')) ?? []
    const to =
      alike.find((one) => one.toUpperCase().toLowerCase() === one) ?? alike.find((one) => one.toLowerCase() === one)
    for (const one of alike) {
      done.add(one)
      folded[codeOf(one)] = codeOf(to ?? letter) & 0xffff
    }
  }
  return folded
}

const codeOf = (letter: string): number => letter.codePointAt(0) as number

function letters(pattern: RegExp): string[] {
  const found: string[] = []
  for (let code = 0; code < foldedCodePoints; code++) {
    if (code >= 0xd800 && code < 0xe000) continue
    const letter = String.fromCodePoint(code)
    if (pattern.test(letter)) found.push(letter)
  }
  return found
}

/** A bit for each code point: letters, marks, digits and other numbers. */
export function wordClasses(): Uint8Array {
  classes ??= makeClasses()
  return classes
}

function makeClasses(): Uint8Array {
  const bits = new Uint8Array(foldedCodePoints >> 3)
  for (const letter of letters(/[\p{L}\p{M}\p{N}]/u)) {
    const code = codeOf(letter)
    bits[code >> 3] = (bits[code >> 3] as number) | (1 << (code & 7))
  }
  return bits
}
