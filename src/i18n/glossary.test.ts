import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { Messages } from './i18n.ts'
import pt from './pt.json' with { type: 'json' }

const languages: Record<string, Messages> = { en, de, es, fr, 'pt-BR': pt }

/** Strings that may name a word that their language does not use otherwise: the language, the key and the word, with the reason. */
const exceptions: readonly { language: string; key: string; word: string; why: string }[] = [
  { language: 'en', key: 'import.note.quotesBroken', word: 'quotation', why: 'quotation marks' },
  { language: 'en', key: 'import.note.windows1252', word: 'quotation', why: 'quotation marks' },
  { language: 'en', key: 'problem.unexpectedResponse', word: 'response', why: 'the specification’s own message' },
  { language: 'en', key: 'console.column.keyId', word: 'metadata', why: 'the name of a table' },
  { language: 'en', key: 'console.column.valueId', word: 'metadata', why: 'the name of a table' },
  { language: 'es', key: 'text.underline', word: 'subrayado', why: 'underlined text' },
]

/** The rows of the glossary's table, each cell under the name of its column. */
function readTable(): Record<string, string>[] {
  const lines = readFileSync(new URL('./GLOSSARY.md', import.meta.url), 'utf8').split('\n')
  const [head = [], , ...rows] = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

const table = readTable()

/** What a person reads of a message: without the names of its arguments and their kinds. */
const wordsOf = (message: string) =>
  message.replaceAll(/\{\w+(, (plural|select|number),?)?/g, ' ').replaceAll(/(=\d+|one|other|\w+) \{/g, ' ')

const read = Object.fromEntries(
  Object.entries(languages).map(([language, messages]) => [
    language,
    Object.entries(messages).map(([key, message]) => ({ key, words: wordsOf(message) })),
  ]),
)

test('every row has a word in each language, and no term stands twice', () => {
  for (const row of table) for (const language of Object.keys(languages)) expect(row[language]).toBeTruthy()
  const terms = table.map((row) => row.term)
  expect(terms).toEqual([...new Set(terms)])
  expect(terms.length).toBeGreaterThanOrEqual(30)
})

test.each(Object.keys(languages))('%s uses each of its words', (language) => {
  const all = read[language]?.map(({ words }) => words.toLowerCase()).join('\n') ?? ''
  expect(table.map((row) => row[language] ?? '').filter((word) => !all.includes(word.toLowerCase()))).toEqual([])
})

test.each(Object.keys(languages))('%s uses none of the words that the glossary rules out', (language) => {
  const ruledOut = table.flatMap((row) => (row[`not ${language}`] ?? '').split(',').map((word) => word.trim()))
  const found = ruledOut
    .filter((word) => word !== '' && word !== '—')
    .flatMap((word) => {
      const whole = new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'iu')
      return (read[language] ?? []).filter(({ words }) => whole.test(words)).map(({ key }) => ({ key, word }))
    })
  const excepted = exceptions.filter((one) => one.language === language).map(({ key, word }) => ({ key, word }))
  expect(found).toEqual(excepted)
})
