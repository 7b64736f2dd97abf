/**
 * The stop list: words that clouds and counts of words leave out (1 §3, §5, §9). Kept as the preference `stopList`, JSON of
 * `{ value, selected }`; only those that are selected are left out. Until it is changed first it is the usual one of the texts' language.
 *
 * Promises: one word each, none empty, none twice whatever its case; what is stored otherwise is read as far as it is such a list.
 */
import type { Problem } from '../../problems.ts'

export interface StopWord {
  value: string
  selected: boolean
}

export const stopListKey = 'stopList'
export const longestStopWord = 100
export const mostStopWords = 5000

const plain = (word: string): string => word.normalize('NFC').replaceAll('’', "'").toLowerCase()
const sameWord = (a: string, b: string): boolean => plain(a) === plain(b)

/** The stored list; null where none is stored, or no list. */
export function readStopList(stored: string | undefined): StopWord[] | null {
  let list: unknown
  try {
    list = JSON.parse(stored ?? 'null')
  } catch {
    return null
  }
  if (!Array.isArray(list)) return null
  return cleanStopList(list.map((word: unknown) => (typeof word === 'object' && word !== null ? word : {})))
}

/** Without what is no word, and the second of two that are the same. */
export function cleanStopList(words: readonly Partial<StopWord>[]): StopWord[] {
  const known = new Set<string>()
  const clean: StopWord[] = []
  for (const { value, selected } of words) {
    const word = typeof value === 'string' ? value.trim() : ''
    if (word === '' || /\s/.test(word) || word.length > longestStopWord || known.has(plain(word))) continue
    known.add(plain(word))
    clean.push({ value: word, selected: selected !== false })
  }
  return clean.slice(0, mostStopWords)
}

/** All selected, as the translations have them: words with spaces between. */
export const usualStopList = (words: string): StopWord[] =>
  cleanStopList(words.split(/\s+/).map((value) => ({ value, selected: true })))

/** Of what is counted, one word in so many at least is of the usual list of its language. */
const leastUsual = 5

/** By their most frequent words, the language that texts are written in; null: none of those whose `lists` are there. */
export function languageOf<L extends string>(
  counts: readonly { word: string; count: number }[],
  lists: Readonly<Record<L, string>>,
): L | null {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  let found: L | null = null
  let most = all / leastUsual
  for (const [language, words] of Object.entries(lists) as [L, string][]) {
    const usual = new Set(usualStopList(words).map(({ value }) => plain(value)))
    const of = counts.reduce((sum, { word, count }) => sum + (usual.has(plain(word)) ? count : 0), 0)
    if (of <= most) continue
    most = of
    found = language
  }
  return found
}

/** What stands in the field after typing: a space is not taken, of several words that are pasted only the first. */
export function typedWord(text: string, before: string): { text: string; problem: Problem | null } {
  if (!/\s/.test(text)) return { text, problem: null }
  const isTyped = text.length === before.length + 1
  return { text: isTyped ? before : (text.trim().split(/\s+/)[0] ?? ''), problem: { kind: 'onlyOneWord' } }
}

/** Why a word cannot be added; null: it can. */
export function refusedWord(list: readonly StopWord[], text: string): Problem | null {
  const word = text.trim()
  if (word === '') return { kind: 'wordEmpty' }
  if (/\s/.test(word)) return { kind: 'onlyOneWord' }
  if (list.some(({ value }) => sameWord(value, word))) return { kind: 'wordAlreadyExists', word }
  return null
}

/** Why a list cannot be kept; null: it can. */
export function stopListProblem(words: readonly StopWord[]): Problem | null {
  if (words.length > mostStopWords) return { kind: 'tooLong', most: mostStopWords }
  const known = new Set<string>()
  for (const { value } of words) {
    const problem = refusedWord([], value)
    if (problem) return problem
    if (value.trim().length > longestStopWord) return { kind: 'tooLong', most: longestStopWord }
    if (known.has(plain(value.trim()))) return { kind: 'wordAlreadyExists', word: value.trim() }
    known.add(plain(value.trim()))
  }
  return null
}

/** The word is left out from now on, whether it stood there or not. New ones come first. */
export function leavingOut(list: readonly StopWord[], word: string): StopWord[] {
  return list.some(({ value }) => sameWord(value, word))
    ? list.map((one) => (sameWord(one.value, word) ? { ...one, selected: true } : one))
    : [{ value: word, selected: true }, ...list]
}

/** With all of `others`, those that stood there already being selected. */
export function withWords(list: readonly StopWord[], others: readonly StopWord[]): StopWord[] {
  const added = new Set(others.map(({ value }) => plain(value)))
  const selected = list.map((one) => (added.has(plain(one.value)) ? { ...one, selected: true } : one))
  return cleanStopList([...selected, ...others])
}

export const matchingWords = (list: readonly StopWord[], sought: string): StopWord[] =>
  list.filter(({ value }) => plain(value).includes(plain(sought.trim())))

/** The words that counts leave out. */
export const wordsLeftOut = (list: readonly StopWord[]): string[] =>
  list.flatMap(({ value, selected }) => (selected ? [value] : []))
