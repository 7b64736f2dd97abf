/**
 * Which cells does a pasted table set? On cells it lies from the first chosen one on, as in a spreadsheet. On the names of
 * sources or properties it is matched by its own names: its first row names properties, its first column sources.
 *
 * Promises: cells of `create` bear -1, -2 … as their property, in that order; no source has a property twice; a single
 * choice takes a cell as one value; a new property has several where a cell of it has a comma (2 §4).
 */
import type { PropertyCell } from '../../model/commands.ts'
import { cellWords } from './cellWords.ts'
import { folded, type Property } from './properties.ts'

export interface Pasted {
  cells: PropertyCell[]
  create: { key: string; multipleChoice: boolean }[]
  /** Rows and columns that found no place: beyond the table, or of sources that are not there. */
  left: { rows: number; columns: number }
}

interface PasteTarget {
  /** The rows of the table from the first chosen one on; as many as are chosen, where these are several. */
  sourceIds: readonly number[]
  properties: readonly Property[]
  /** How many rows and columns are chosen. */
  chosen: { rows: number; columns: number }
}

/** One cell, row or column goes over and over through what is chosen, where that is a multiple of it. */
const repeated = (own: number, chosen: number): number => (chosen > own && chosen % own === 0 ? chosen : own)

export function pastedAt(
  table: readonly (readonly string[])[],
  { sourceIds, properties, chosen }: PasteTarget,
): Pasted {
  const width = Math.max(0, ...table.map((row) => row.length))
  if (width === 0) return { cells: [], create: [], left: { rows: 0, columns: 0 } }
  const rows = repeated(table.length, chosen.rows)
  const columns = repeated(width, chosen.columns)
  const cells: PropertyCell[] = []
  for (const [r, sourceId] of sourceIds.slice(0, rows).entries()) {
    const row = table[r % table.length] ?? []
    for (const [c, property] of properties.slice(0, columns).entries()) {
      const text = row[c % width]
      // A row that is shorter than the others says nothing of the rest.
      if (text !== undefined) cells.push({ sourceId, keyId: property.id, values: cellWords(text, property) })
    }
  }
  return {
    cells,
    create: [],
    left: { rows: Math.max(0, rows - sourceIds.length), columns: Math.max(0, columns - properties.length) },
  }
}

export function pastedByName(
  table: readonly (readonly string[])[],
  sources: readonly { id: number; title: string }[],
  properties: readonly Property[],
): Pasted {
  const [names = [], ...rows] = table
  const byTitle = new Map(sources.toReversed().map(({ id, title }) => [folded(title), id]))
  const byKey = new Map(properties.map((property) => [folded(property.key), property]))
  const create: Pasted['create'] = []
  const columns = new Map<number, Pick<Property, 'id' | 'multiple' | 'withComma'>>()
  for (const [at, name] of names.entries()) {
    const key = name.replace(/\s+/g, ' ').trim()
    const taken = [...columns.values()]
    const known = byKey.get(folded(key))
    if (at === 0 || key === '' || (known && taken.includes(known))) continue
    if (known) columns.set(at, known)
    else if (!create.some((made) => folded(made.key) === folded(key))) {
      const multiple = rows.some((row) => row[at]?.includes(','))
      create.push({ key, multipleChoice: multiple })
      columns.set(at, { id: -create.length, multiple, withComma: [] })
    }
  }
  const found = new Map<number, PropertyCell[]>()
  let left = 0
  for (const row of rows) {
    const title = folded(row[0] ?? '')
    const sourceId = byTitle.get(title)
    if (sourceId === undefined || found.has(sourceId)) {
      if (row.some((text) => text.trim() !== '')) left += 1
      continue
    }
    const cells = [...columns].flatMap(([at, property]) => {
      const text = row[at]
      return text === undefined ? [] : [{ sourceId, keyId: property.id, values: cellWords(text, property) }]
    })
    found.set(sourceId, cells)
  }
  const cells = [...found.values()].flat()
  return { cells, create: cells.length > 0 ? create : [], left: { rows: left, columns: 0 } }
}
