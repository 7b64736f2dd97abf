/** What the page says about a problem or a note, in English, for a terminal: the same texts, from the same file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../../src/model/problems.ts'

type Values = Readonly<Record<string, unknown>>

let texts: Values | undefined
const textOf = (key: string): string | undefined => {
  texts ??= JSON.parse(readFileSync(join(import.meta.dirname, '../../src/i18n/en.json'), 'utf8')) as Values
  return texts[key] as string | undefined
}

export const problemLine = (problem: Problem): string => line(`problem.${problem.kind}`, { ...problem })

/** The text of `key` with its values on one line; where there is no such text, the key and the values themselves. */
export function line(key: string, values: Values): string {
  const text = textOf(key)
  const filled = text === undefined ? `${key} ${JSON.stringify(values)}` : fill(text, values)
  return filled.replace(/\s+/g, ' ').trim()
}

const plural = /\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g

/** The part of ICU's message format that the texts of problems and notes use. */
function fill(text: string, values: Values): string {
  return text
    .replaceAll("''", "'")
    .replace(plural, (_, name: string, one: string, other: string) =>
      (values[name] === 1 ? one : other).replace('#', () => String(values[name])),
    )
    .replace(/\{(\w+)(, number)?\}/g, (_, name: string, number?: string) =>
      number ? Number(values[name]).toLocaleString('en') : String(values[name]),
    )
}
