/**
 * Which values does the list under a cell offer? Where there may be several, for the one that is being typed: the last.
 *
 * The values are those that were found for what is typed, or for what was typed a moment ago.
 *
 * Promises: those that begin with the words come first; none that the cell has already; at most `mostOffered` that are known; one that is
 * new is offered last, and is meant only where no known one begins with the words.
 */
import { cellWords, type Naming } from './cellWords.ts'
import { folded } from './properties.ts'

const mostOffered = 50

/** What stands before the value that is being typed, and that. */
export function typedParts(text: string, multiple: boolean): { before: string; typed: string } {
  const comma = multiple ? text.lastIndexOf(',') : -1
  return { before: text.slice(0, comma + 1), typed: text.slice(comma + 1) }
}

interface Known extends Naming {
  values: readonly { value: string }[]
}

export function suggestions(text: string, { multiple, values }: Omit<Known, 'withComma'>): string[] {
  const { before, typed } = typedParts(text, multiple)
  const taken = new Set(before.split(',').map(folded))
  const sought = folded(typed)
  const found = values.map(({ value }) => value).filter((value) => !multiple || !taken.has(folded(value)))
  const beginning = found.filter((value) => folded(value).startsWith(sought))
  const containing = found.filter((value) => !folded(value).startsWith(sought) && folded(value).includes(sought))
  return [...beginning, ...containing].slice(0, mostOffered)
}

export interface Offer {
  value: string
  isNew: boolean
}

/** The rows of the list, and which of them Enter takes: -1 where the text is complete or nothing is being typed. */
export function offered(text: string, property: Known): { offers: Offer[]; meant: number } {
  const offers = suggestions(text, property).map((value) => ({ value, isNew: false }))
  const sought = folded(typedParts(text, property.multiple).typed)
  const word = cellWords(text, property).at(-1)
  if (sought === '' || word === undefined) return { offers, meant: -1 }
  const known = [...property.withComma, ...property.values.map(({ value }) => value)]
  const isKnown = known.some((value) => folded(value) === folded(word))
  if (isKnown) return { offers, meant: offers.findIndex(({ value }) => folded(value) === sought) }
  const meant = offers.findIndex(({ value }) => folded(value).startsWith(sought))
  offers.push({ value: word, isNew: true })
  return { offers, meant: meant < 0 ? offers.length - 1 : meant }
}

/** The text with a value chosen from the list in place of the one that is being typed. */
export function completed(text: string, multiple: boolean, value: string): string {
  const { before } = typedParts(text, multiple)
  return before === '' ? value : `${before} ${value}`
}
