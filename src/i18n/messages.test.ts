import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import type { Messages } from './i18n.ts'
import pt from './pt.json' with { type: 'json' }

const languages: Record<string, Messages> = { de, en, es, fr, pt }
const root = new URL('../../', import.meta.url).pathname

/** Families whose keys are built from data, as `problem.${kind}`. */
const DYNAMIC = [
  'buy.each.',
  'buy.frequency.',
  'buy.owed.',
  'buy.sector.',
  'buy.status.',
  'colour.',
  'console.column.',
  'console.table.',
  'crosstab.base.',
  'crosstab.counting.',
  'crosstab.measure.',
  'crosstab.spoken.',
  'export.lacks.',
  'history.',
  'import.count.',
  'import.note.',
  'import.role.',
  'import.where.',
  'language.',
  'matrix.order.',
  'memo.about.',
  'memo.writing.',
  'operator.',
  'privilege.',
  'problem.',
  'problemNote.',
  'query.bare.',
  'query.bareCount.',
  'query.bareNote.',
  'search.count.',
  'settings.theme.',
  'shortcuts.area.',
  'status.',
  'timeline.unit.',
  'transcription.language.',
  'transcription.status.',
  'undo.',
]

/** Words by which a language would address people otherwise than it does: German and French say Sie and vous, Spanish tú, Portuguese você. */
const otherAddress: Record<string, readonly string[]> = {
  de: ['du', 'dich', 'dir', 'dein', 'deine', 'deinen', 'deinem', 'deiner', 'deines', 'euch', 'euer', 'eure'],
  es: [
    ...['usted', 'ustedes', 'amplíe', 'arrastre', 'compruébelo', 'elija', 'elimine', 'escanee', 'escriba', 'indique'],
    ...['compare', 'introduzca', 'pida', 'ponga', 'pregunte', 'pulse', 'seleccione', 'suelte'],
  ],
  fr: ['tu', 'te', 'toi', 'ton', 'ta', 'tes'],
  pt: ['tu', 'te', 'ti', 'teu', 'tua', 'teus', 'tuas', 'contigo'],
}

/** How words of Portugal begin, and those for which Portuguese has another one here: it is that of Brazil, with one word for each thing. */
const notBrazilian = [
  ...['acrescent', 'algarism', 'anul', 'aplicaç', 'arrum', 'consigo', 'contact', 'definiç', 'demasiad', 'descarreg'],
  ...['ecrã', 'elimin', 'entretanto', 'etapa', 'ficheir', 'fiáve', 'já não', 'largue', 'lh[eo](?!\\p{L})', 'ligaç'],
  ...['numa?(?!\\p{L})', 'omit', 'palavra-passe', 'partilh', 'passage', 'separador', 'telemóve'],
  ...['transferir', 'transfir', 'utilizador', 'à procura'],
]

/** Where a language has two words for one thing, the one that it does not use, so that a thing is called the same on every screen. */
const notUsed: Record<string, readonly string[]> = {
  en: ['checked group', 'co-occurrence', 'good for nothing', 'lost it', 'once more$'],
  de: ['auslass', 'Eingabe (drücken|füllt|zeigt)', 'überlapp', 'worten?(?!\\p{L})'],
  es: ['entretanto', 'fusion', 'nivel superior', 'solapes', 'superposici', 'sustitu', 'tique(?!\\p{L})'],
  fr: ['cooccurrence', 'montre[rz]?(?!\\p{L})', 'niveau supérieur', 'paramètre', 'rangement(?!\\p{L})', 'scanné'],
  pt: ['coocorrência', 'nível superior', 'máquina', 'telas?(?!\\p{L})', 'tíquete'],
}

/** The names of a message's arguments with their kinds: `n:plural`, `name:`. */
function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [name, kind, choices] = token
      found.add(`${name}:${kind ?? ''}`)
      if (choices && typeof choices === 'object') Object.values(choices).forEach(walk)
    }
  }
  walk(compileMessageOrThrow(message))
  return [...found].sort()
}

function code(folder: string): string {
  if (!existsSync(join(root, folder))) return ''
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const sources = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('node_modules'),
  )
  return sources.map((file) => readFileSync(join(root, folder, file), 'utf8')).join('\n')
}

describe.each(Object.entries(languages))('%s', (language, messages) => {
  test('has the keys of en, no more and no fewer', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(en))
  })

  test('stands sorted by key, one key a line, none twice', () => {
    const lines = readFileSync(join(root, `src/i18n/${language}.json`), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1, -1)
    const keys = lines.map((line) => /^ {2}"([^"]+)": ".+",?$/.exec(line)?.[1] ?? line)
    expect(keys).toEqual([...new Set(keys)].sort())
  })

  test('every message says something and takes the arguments of the English text', () => {
    const shape = (of: Messages) => Object.entries(of).map(([key, message]) => [key, ...argumentsOf(message)])
    expect(shape(messages)).toEqual(shape(en))
    expect(Object.entries(messages).filter(([, message]) => message.trim() === '')).toEqual([])
  })
})

test.each(Object.entries(otherAddress))('%s addresses people in one way', (language, words) => {
  const others = new RegExp(`(?<!\\p{L})(${words.join('|')})(?!\\p{L})`, 'iu')
  expect(
    Object.entries(languages[language] ?? {}).filter(([, message]) => others.test(message.replaceAll('ATLAS.ti', ''))),
  ).toEqual([])
})

test('Portuguese is that of Brazil, with one word for each thing', () => {
  const others = new RegExp(`(?<!\\p{L})(${notBrazilian.join('|')})|[«»]`, 'iu')
  expect(Object.entries(pt).filter(([, message]) => others.test(message))).toEqual([])
})

test.each(Object.entries(notUsed))('%s has one word for each thing', (language, words) => {
  const others = new RegExp(`(?<!\\p{L})(${words.join('|')})`, 'iu')
  expect(Object.entries(languages[language] ?? {}).filter(([, message]) => others.test(message))).toEqual([])
})

test('French tells Undo from Cancel', () => {
  expect(fr['ui.undo']).not.toBe(fr['ui.cancel'])
})

test('German puts a space before three dots, which stand for words that are left out', () => {
  expect(Object.entries(de).filter(([, message]) => /\p{L}…/u.test(message))).toEqual([])
})

const keys = Object.keys(en)
const isDynamic = (key: string) => DYNAMIC.some((prefix) => key.startsWith(prefix))

test('no key is unused', () => {
  const text = ['src', 'workers', 'server'].map(code).join('\n')
  const used = (key: string) => [`'${key}'`, `"${key}"`, `\`${key}\``].some((quoted) => text.includes(quoted))
  expect(keys.filter((key) => !isDynamic(key) && !used(key))).toEqual([])
})

test('every family of built keys is built somewhere', () => {
  const text = ['src', 'workers'].map(code).join('\n')
  expect(DYNAMIC.filter((prefix) => !text.includes(`\`${prefix}\${`))).toEqual([])
})

test('every kind of problem has a text, and every text of a problem a kind', () => {
  const union = readFileSync(join(root, 'src/model/problems.ts'), 'utf8')
  const kinds = [...union.matchAll(/\{ kind: '(\w+)'/g)].map((match) => `problem.${match[1]}`)
  expect(keys.filter((key) => key.startsWith('problem.')).sort()).toEqual(
    [...new Set([...kinds, 'problem.unknown'])].sort(),
  )
  const notes = keys.filter((key) => key.startsWith('problemNote.'))
  expect(notes.filter((key) => !kinds.includes(key.replace('Note', '')))).toEqual([])
})

test('each language says where the titles stand in what a step is called: without that they are not said', () => {
  for (const [language, messages] of Object.entries(languages)) {
    const silent = Object.entries(messages).filter(
      ([key, words]) => key.startsWith('undo.') && !words.includes('{about}'),
    )
    expect([language, silent]).toEqual([language, []])
  }
})
