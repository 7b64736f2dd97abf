/** What the proof looks at: nobody's caret and scroll move by what others do; at the end all copies are the room's project. */
import { columnsOf, keyOf, type Row, type Table, tables } from '../../../src/model/schema.ts'
import { readStepsInWords } from '../../../src/model/stepsInWords.ts'
import type { PagePlace } from './pageKit.ts'
import type { Person, Whole } from './person.ts'

/** What moved from `before` to `after`, while the person did nothing; null: nothing. */
export function moved(before: PagePlace, after: PagePlace): string | null {
  // Another text, or other rights: what was typed and not sent may go, the editor is another.
  if (before.view !== after.view || before.access !== after.access || !before.caret || !after.caret) return null
  const [was, is] = [before.caret, after.caret]
  if (was.line !== is.line || was.column !== is.column || was.selected !== is.selected)
    return `caret ${JSON.stringify(was)} → ${JSON.stringify(is)}`
  if (!before.held || !after.held) return null
  if (before.held.words !== after.held.words || Math.abs(before.held.y - after.held.y) > 2)
    return `scroll ${JSON.stringify(before.held)} → ${JSON.stringify(after.held)}`
  return null
}

type Rows = Partial<Record<Table, readonly Row[]>>

const rowsOf = ({ frame, contents }: Whole): Rows => ({
  sources: frame.sources,
  questions: frame.questions,
  question_answers: contents.flatMap(({ answers }) => answers),
  quirks: frame.quirks,
  highlights: contents.flatMap(({ highlights }) => highlights),
  memos: contents.flatMap(({ memos }) => memos),
  groups: frame.groups,
  group_quirks: frame.groupQuirks,
  quirk_shortcut_keys: frame.shortcutKeys,
  source_metadata_keys: frame.propertyKeys,
  source_metadata_values: frame.propertyValues,
  source_metadatas: frame.sourceProperties,
  chat_messages: frame.chatMessages,
  preferences: frame.preferences,
})

/** Each row as text, by table and key, with its columns alone. */
function lines(rows: Rows): Map<string, string> {
  const found = new Map<string, string>()
  for (const table of tables)
    for (const row of (rows[table] ?? []) as Record<string, unknown>[]) {
      // The system's own are not told to copies.
      if (table === 'preferences' && String(row.key).startsWith('___')) continue
      found.set(`${table} ${row[keyOf(table)]}`, JSON.stringify(columnsOf(table).map((column) => row[column])))
    }
  return found
}

/** The rows in which a copy differs from the room's project. */
export function differences(copy: Whole, room: Rows): string[] {
  const [here, there] = [lines(rowsOf(copy)), lines(room)]
  return [...new Set([...here.keys(), ...there.keys()])]
    .filter((key) => here.get(key) !== there.get(key))
    .map((key) => `${key}: copy ${here.get(key) ?? 'none'}, room ${there.get(key) ?? 'none'}`)
}

/** What steps that are set aside brought into texts: a word may be cut where one step ends and the next begins. */
export const wordsIn = (aside: string): string =>
  readStepsInWords(aside)
    .flatMap(({ said }) => said.flatMap(({ written = [] }) => written))
    .join('')

/** What a person was told is done, and is neither in the project nor among the steps set aside. */
export function lost(person: Person, room: Rows, aside: string): string[] {
  const there = lines(room)
  const texts = (room.question_answers ?? []).map((row) => (row as Row<'question_answers'>).answer).join('\n')
  return person.told
    .filter(({ undone }) => !undone)
    .filter(({ what, key }) => !(what === 'typed' ? texts.includes(key) : there.has(`${what} ${key}`)))
    .filter(({ key }) => !aside.includes(key) && !wordsIn(aside).includes(key))
    .map(({ what, key }) => `${what} ${key}`)
}

/** Rows that bear a reader's name, but for what they have said. */
export const writtenBy = (name: string, room: Rows): string[] =>
  tables
    .filter((table) => table !== 'chat_messages')
    .flatMap((table) =>
      ((room[table] ?? []) as Record<string, unknown>[])
        .filter(({ author }) => author === name)
        .map((row) => `${table} ${row[keyOf(table)]}`),
    )
