/**
 * Short values of a protected copy that were opened before: to decrypt one costs a tenth of a millisecond whatever its length, and a copy has thousands
 * of titles and memos. All of them together are sealed as one note, from which SQLite itself brings them into memory, a table at a time.
 *
 * Promises: in the file the note is sealed; a value is known in its own row alone, and by what its sealed form begins with: its length and its iv, which no other
 * text has there. One that was put elsewhere, or is of another text, is not brought into memory here, and is for whoever decrypts it to judge.
 */
import type { AnyRow } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { mark } from '../../src/model/sealing/sealedForm.ts'
import { openBytes, sealBytes } from '../../src/model/sealing/sealedValue.ts'
import { unreadSign } from '../../src/model/sealing/unread.ts'
import type { Db } from './db.ts'
import type { SealedTable } from './sealedTables.ts'

/** What the file has, and nothing else: it is of no use to whoever reads the copy. */
export const openedNote = 'openedBefore'

/** By the name of a table an object in JSON: of each row, by its key, the beginning of its sealed value and its words; of a table with more columns that are sealed a list of these. */
type Note = ReadonlyMap<string, string>

/** In letters: what is longer is decrypted as fast by itself. */
const longest = 2000
/** In letters, of all together. */
const mostTogether = 16_000_000
/** Of a sealed value, behind its mark: a length of up to four digits, a dot, and the 16 letters of the iv. */
const beginsAt = mark.length + 1
const beginning = 21

/** Empty: nothing is known yet. */
export function readNote(db: Db, parts: KeyParts): Note {
  const kept = db.one<{ value: unknown }>('SELECT value FROM main._meta WHERE key = ?', [openedNote])?.value
  const opened = kept instanceof Uint8Array ? openBytes(parts, openedNote, kept) : null
  // JSON has no ends of lines of its own: the names of the tables stand on the odd ones.
  const lines = opened ? new TextDecoder().decode(opened).split('\n') : []
  return new Map(lines.flatMap((line, at) => (at % 2 === 0 ? [[line, lines[at + 1] ?? '{}'] as const] : [])))
}

/** Brings into memory the rows of `table` of which all is known. */
export function layKnown(db: Db, { name, key, columns, sealable }: SealedTable, note: Note): void {
  const known = note.get(name)
  if (known === undefined) return
  const found = (column: string) => knownOf(sealable, column)
  const values = columns.map((column) =>
    sealable.includes(column) ? `substr(${found(column)}, ${beginning + 1})` : `row."${column}"`,
  )
  const same = sealable.map((column) => `substr(${found(column)}, 1, ${beginning}) = ${beginningOf(`row."${column}"`)}`)
  db.run(
    `INSERT INTO temp."${name}" (${columns.map((column) => `"${column}"`).join(', ')})
SELECT ${values.join(', ')} FROM json_each(?) known CROSS JOIN main."${name}" row ON row."${key}" = known.key WHERE ${same.join(' AND ')}`,
    [known],
  )
}

const beginningOf = (value: string): string => `substr(${value}, ${beginsAt}, ${beginning})`

const knownOf = (sealable: readonly string[], column: string): string =>
  sealable.length === 1 ? 'known.value' : `known.value ->> ${sealable.indexOf(column)}`

/** Whether a row that had to be decrypted, as it stands in the file and as it is read, will be known the next time. */
export function willBeKnown(sealed: AnyRow, plain: AnyRow, { sealable }: SealedTable): boolean {
  return sealable.every((column) => sealed[column] !== plain[column] && isKept(String(plain[column])))
}

const isKept = (text: string): boolean => text.length <= longest && !text.includes(unreadSign) && !text.includes('\0')

/** Notes what is in memory now. Signs that stand for what does not open are no words. */
export function writeNote(db: Db, parts: KeyParts, tables: readonly SealedTable[]): void {
  const lines: string[] = []
  let room = mostTogether
  for (const table of tables) {
    const known = knownRows(db, table)
    if (known === null || known.length > room) continue
    room -= known.length
    lines.push(table.name, known)
  }
  const sealed = sealBytes(parts, openedNote, new TextEncoder().encode(lines.join('\n')))
  db.run('INSERT OR REPLACE INTO main._meta (key, value) VALUES (?, ?)', [openedNote, sealed])
}

/** null: there are none. */
function knownRows(db: Db, { name, key, sealable }: SealedTable): string | null {
  const values = sealable.map((column) => `${beginningOf(`row."${column}"`)} || plain."${column}"`)
  const isNoted = sealable.map(
    (column) => `row."${column}" LIKE '${mark}%' AND length(plain."${column}") <= ${longest}
AND instr(plain."${column}", char(0xFFFD)) = 0 AND instr(plain."${column}", char(0)) = 0`,
  )
  const value = values.length === 1 ? values[0] : `json_array(${values.join(', ')})`
  const found = db.one<{ rows: string; n: number }>(
    `SELECT json_group_object(row."${key}", ${value}) AS rows, COUNT(*) AS n FROM main."${name}" row JOIN temp."${name}" plain USING ("${key}")
WHERE ${isNoted.join(' AND ')}`,
  )
  return found && found.n > 0 ? found.rows : null
}
