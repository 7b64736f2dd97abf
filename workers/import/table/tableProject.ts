/**
 * A table as rows of a project, as the person has chosen: a row is a source, a question column holds its answers, a property column its values
 * (specification 2 §5).
 *
 * Promises, besides those of `src/model/projectRows.ts`: where no column is a question the sources have no answers at all, and `importProject`
 * takes each for the source of that title which is there already (whatever its case, with or without the end of a file's name): so a sheet of
 * properties adds to texts that were imported before. Rows that hold nothing but a title, beside columns with more, are no sources; none is where no column is chosen. Rows without a title are called by their number. Rows with one title stay several sources,
 * which the command numbers. Authors are empty: whoever imports the table.
 */
import { longestParagraph, longestText, longestTitle } from '../../../src/model/limits.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import { countsOf } from '../../../src/model/projectRows.ts'
import { cleanLine, fromPlain, splitLongParagraphs, toHtml } from '../../../src/model/text/richText.ts'
import type { ColumnRole, ImportedProject, ImportedTable, ImportNote, TableChoice, TableColumn } from '../imported.ts'
import type { Report } from '../readSources.ts'
import { openRowWriter, type RowWriter } from '../rowWriter.ts'
import { columnName } from './columnName.ts'
import { headedSheet, type Table } from './openTable.ts'
import { valuesOf } from './valuesOf.ts'

interface Column extends TableColumn {
  at: number
}

/** Writes what a column gives for a source. */
type WriteCell = (sourceId: number, cell: string) => void

export async function tableProject(
  table: Table,
  choice: TableChoice,
  report: Report = () => {},
): Promise<Result<ImportedProject>> {
  const { name, shown } = table
  const sheet = headedSheet(table, choice.sheet, choice.headerRow)
  if (!sheet) throw new Error('there is no such sheet')
  const described = sheet.shown
  const as = (role: ColumnRole): Column[] =>
    described.columns.map((column, at) => ({ ...column, at })).filter(({ at }) => choice.roles[at] === role)
  const writer = openRowWriter()
  const timestamp = Date.now()
  const isOwn = described.isOwn === true
  const questions = questionWriters(writer, as('question'), timestamp, isOwn)
  const properties = propertyWriters(writer, as('property'), timestamp)
  const titles = as('title')[0]?.at ?? -1
  const cells = [...questions, ...properties.cells]

  const rows = titles < 0 && cells.length === 0 ? [] : sheet.rows
  let untitled = 0
  let long = 0
  const empty: string[] = []
  for (const [index, row] of rows.entries()) {
    const id = index + 1
    const written = line(row.cells[titles] ?? '')
    if (!isOwn && cells.length > 0 && cells.every(({ at }) => (row.cells[at] ?? '').trim() === '')) {
      empty.push(cut(written))
      continue
    }
    if (written === '') untitled += 1
    if (written.length > longestTitle) long += 1
    const title = written === '' ? `Row ${row.at}` : cut(written)
    writer.write('sources', { id, title, icon: 'md_generic', author: '', timestamp })
    for (const { at, write } of cells) write(id, row.cells[at] ?? '')
    if (writer.isFull()) return problem({ kind: 'conversionFailed', name, detail: 'its cells hold too much text' })
    if (index % 512 === 0) report(index / rows.length)
  }
  report(1)
  const counts = {
    ...countsOf({}),
    sources: rows.length - empty.length,
    questions: questions.length,
    properties: properties.count,
  }
  const others = otherSheets(shown, choice.sheet, name)
  const notes = [...shown.notes, ...others, ...described.notes, ...rowNotes(untitled, long, empty, name)]
  return { ok: { rows: writer.blob(), counts, notes } }
}

const line = (text: string): string => cleanLine(text).trim()
const cut = (text: string): string => line(text).slice(0, longestTitle).toWellFormed()

/** One sheet is read at a time. What Thicket wrote says itself what else it has. */
function otherSheets({ sheets }: ImportedTable, chosen: number, file: string): ImportNote[] {
  const names = sheets.flatMap(({ name, rows }, at) => (at === chosen || rows === 0 ? [] : [name]))
  if (names.length === 0 || sheets[chosen]?.isOwn) return []
  return [{ kind: 'sheetsLeftOut', file, count: names.length, names: names.join(', ') }]
}

const shownTitles = 20

function rowNotes(untitled: number, long: number, empty: readonly string[], file: string): ImportNote[] {
  const notes: ImportNote[] = []
  const titles = `${empty.slice(0, shownTitles).join(', ')}${empty.length > shownTitles ? ' …' : ''}`
  if (empty.length > 0) notes.push({ kind: 'rowsEmpty', file, count: empty.length, titles })
  if (untitled > 0) notes.push({ kind: 'rowsUntitled', file, count: untitled })
  if (long > 0) notes.push({ kind: 'titlesCut', file, count: long })
  return notes
}

function questionWriters(writer: RowWriter, columns: readonly Column[], timestamp: number, isOwn: boolean) {
  const taken = new Set<string>()
  return columns.map(({ at, header, question: asked = header }, questionOrder): { at: number; write: WriteCell } => {
    const questionId = questionOrder + 1
    const question = numbered(cut(asked), taken)
    taken.add(question)
    writer.write('questions', { id: questionId, question, questionOrder })
    const write: WriteCell = (sourceId, cell) =>
      writer.write('question_answers', {
        id: (sourceId - 1) * columns.length + questionId,
        sourceId,
        questionId,
        answer: htmlOf(isOwn ? cell : cell.trim()),
        author: '',
        timestamp,
      })
    return { at, write }
  })
}

/** Two questions of the same words would be one, and a source answers that once. */
function numbered(question: string, taken: ReadonlySet<string>): string {
  let free = question
  for (let n = 2; taken.has(free); n++) free = `${question} (${n})`.trim()
  return free
}

function htmlOf(text: string): string {
  if (text === '') return ''
  const rich = fromPlain(text)
  return toHtml(text.length > longestParagraph ? splitLongParagraphs(rich).rich : rich)
}

/** Two columns of one name are one property, with the values of both. */
function propertyWriters(writer: RowWriter, columns: readonly Column[], timestamp: number) {
  const nameOf = ({ header, at }: Column) => cut(header) || `Column ${columnName(at)}`
  const named = Map.groupBy(columns, (column) => nameOf(column).toLowerCase())
  let values = 0
  let links = 0
  const cells = [...named.values()].flatMap((alike, index) => {
    const keyId = index + 1
    const multiple = alike.length > 1 || alike.some((column) => column.multiple)
    const key = alike[0] ? nameOf(alike[0]) : ''
    writer.write('source_metadata_keys', {
      id: keyId,
      key,
      multipleChoice: multiple ? 1 : 0,
      sortValuesAlphabetically: 0,
    })
    /** By their words, whatever the case. */
    const known = new Map<string, number>()
    /** By what stands in cells, so that each is cleaned once; 0: nothing. */
    const met = new Map<string, number>()
    const add = (value: string): number => {
      const there = known.get(value.toLowerCase())
      if (there !== undefined) return there
      values += 1
      known.set(value.toLowerCase(), values)
      writer.write('source_metadata_values', { id: values, keyId, value })
      return values
    }
    const idOf = (value: string): number => {
      const there = met.get(value)
      if (there !== undefined) return there
      const text = line(value).slice(0, longestText).toWellFormed()
      const id = text === '' ? 0 : add(text)
      met.set(value, id)
      return id
    }
    /** Of the last source, whose columns come one after the other. */
    let last = { sourceId: 0, has: new Set<number>() }
    const write: WriteCell = (sourceId, cell) => {
      if (cell === '') return
      if (last.sourceId !== sourceId) last = { sourceId, has: new Set() }
      for (const value of valuesOf(cell)) {
        const valueId = idOf(value)
        if (valueId === 0 || last.has.has(valueId)) continue
        last.has.add(valueId)
        links += 1
        writer.write('source_metadatas', { id: links, keyId, valueId, sourceId, author: '', timestamp })
      }
    }
    return alike.map(({ at }) => ({ at, write }))
  })
  return { cells, count: named.size }
}
