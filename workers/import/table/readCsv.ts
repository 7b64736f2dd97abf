/** Reads a table that is text: commas, semicolons, tabs or bars between its cells, whichever the first lines have, quotes around them where wanted. */
import { problem, type Result } from '../../../src/model/problems.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Report } from '../readSources.ts'
import { decodeText } from '../text/decodeText.ts'
import { encodingNote } from '../text/textImportNotes.ts'
import { isEmpty, mostCells, mostColumns, type Sheet, type SheetRow } from './sheet.ts'

export async function readCsv({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Sheet[]>> {
  const decoded = decodeText(bytes, encoding)
  if (!decoded) return problem({ kind: 'conversionFailed', name, detail: 'it is not a text file' })
  const { default: Papa } = await import('papaparse')
  const { text, delimiter, lines } = named(decoded.text, name)
  const parse = (sample: string, sign: string) =>
    Papa.parse<string[]>(sample, { delimiter: sign, preview: sampleRows, skipEmptyLines: 'greedy' }).data
  const sheet: Sheet = { name: '', hidden: false, rows: [], notes: [] }
  let cells = 0
  let beyond = 0
  let quotes = 0
  let at = lines
  Papa.parse<string[]>(text, {
    delimiter: delimiter || guessed(text, parse),
    step: ({ data, errors, meta }, parser) => {
      at += 1
      if (errors.some(({ type }) => type === 'Quotes')) quotes += 1
      const kept = data.slice(0, mostColumns)
      for (const cell of data.slice(mostColumns)) if (cell !== '') beyond += 1
      if (!isEmpty(kept)) sheet.rows.push({ at, cells: kept } satisfies SheetRow)
      for (const cell of kept) if (cell !== '') cells += 1
      if (cells > mostCells) parser.abort()
      if (at % 1024 === 0) report(meta.cursor / text.length)
    },
  })
  if (cells > mostCells) return problem({ kind: 'conversionFailed', name, detail: 'it has too many cells' })
  const notes: ImportNote[] = sheet.notes
  if (!decoded.sure) notes.push(encodingNote(name, decoded))
  if (decoded.mended > 0) notes.push({ kind: 'windows1252', file: name, count: decoded.mended })
  if (decoded.damaged > 0) notes.push({ kind: 'charactersReplaced', file: name, count: decoded.damaged })
  if (quotes > 0) notes.push({ kind: 'quotesBroken', file: name, count: quotes })
  if (beyond > 0) notes.push({ kind: 'cellsBeyond', file: name, count: beyond })
  return { ok: [sheet] }
}

const sampleRows = 20
const sampleLength = 262_144

/** The sign that gives most of the first rows the same number of cells, whatever stands above them, and of several such the one that gives more. */
function guessed(text: string, parse: (sample: string, sign: string) => string[][]): string {
  let best = { sign: ',', alike: 0, cells: 1 }
  for (const sign of [',', ';', '\t', '|']) {
    const widths = parse(text.slice(0, sampleLength), sign).map(({ length }) => length)
    const { cells, rows } = mostFrequent(widths)
    const alike = rows / widths.length
    if (cells > 1 && (alike > best.alike || (alike === best.alike && cells > best.cells))) best = { sign, alike, cells }
  }
  return best.sign
}

/** Of two as frequent, that which comes first. */
function mostFrequent(widths: readonly number[]): { cells: number; rows: number } {
  const counted = [...Map.groupBy(widths, (width) => width)].map(([cells, { length }]) => ({ cells, rows: length }))
  return counted.reduce((most, one) => (one.rows > most.rows ? one : most), { cells: 0, rows: 0 })
}

/** What the file says itself about the sign between its cells; '' where it is to be guessed. `lines`: that are left out at the beginning. */
function named(text: string, file: string): { text: string; delimiter: string; lines: number } {
  const said = /^sep=(.)\r?\n/.exec(text)
  if (said) return { text: text.slice(said[0].length), delimiter: said[1] ?? '', lines: 1 }
  return { text, delimiter: file.toLowerCase().endsWith('.tsv') ? '\t' : '', lines: 0 }
}
