/** What a merge grows: the rows of the base, with those of the others added, under ids that are free. */
import { mergedProjects } from '../../../limits.ts'
import type { ProjectRows } from '../../../projectRows.ts'
import { type Row, type Table, tables } from '../../../schema.ts'
import { type PlainTexts, parseHtml } from '../../../text/richText.ts'

/** Tables whose rows have ids, which several projects may use for different things. */
type TableWithIds = { [T in Table]: Row<T> extends { id: number } ? T : never }[Table]

export interface MergeResult {
  readonly rows: { readonly [T in Table]: Row<T>[] }
  /** Rows of others that were given another id. */
  renumbered: number
  /** The id for a row of another project: its own where that is free, else one a thousand further on, and so on (specification 2 §4). */
  freeId(table: TableWithIds, id: number): number
  /** Of a saved query that is added after one with this id. */
  freeQueryId(last: number): number
  /** The plain text of an answer's HTML. */
  textOf(html: string): string
  /** From now on the rows of this project come: ids that it uses itself are not given to others of its rows. */
  begin(other: ProjectRows): void
}

/** `newId`: where rows are added to a project that is open, and others may add rows at the same time, ids are made as for every new row. Left out, they are kept where they are free. `texts`: known ones. */
export function openResult(
  base: ProjectRows,
  { newId, texts }: { newId?: (() => number) | undefined; texts?: PlainTexts | undefined } = {},
): MergeResult {
  const rows = Object.fromEntries(
    tables.map((table) => [table, [...(base[table] ?? [])]]),
  ) as unknown as MergeResult['rows']
  const taken = idsOf(base)
  let coming = idsOf({})
  /** Of ids that are taken: the one from which to look further. A project whose ids are all taken would else pass by all of them for each of its rows. */
  let further = new Map<Table, Map<number, number>>()
  const result: MergeResult = {
    rows,
    renumbered: 0,
    freeId: (table, id) => {
      const used = taken(table)
      const next = further.get(table) ?? new Map<number, number>()
      further.set(table, next)
      const passed: number[] = []
      let free = id
      while (used.has(free) || (free !== id && coming(table).has(free))) {
        passed.push(free)
        free = next.get(free) ?? free + mergedProjects.renumberBy
        if (!Number.isSafeInteger(free)) free = 1
      }
      for (const taken of passed) next.set(taken, free)
      if (free !== id) result.renumbered += 1
      used.add(free)
      return newId?.() ?? free
    },
    textOf: (html) => texts?.get(html) ?? parseHtml(html).text,
    freeQueryId: (last) => newId?.() ?? last + 1,
    begin: (other) => {
      coming = idsOf(other)
      further = new Map()
    },
  }
  return result
}

/** Of a table, gathered when they are first asked for: there may be hundreds of thousands. */
function idsOf(rows: ProjectRows): (table: TableWithIds) => Set<number> {
  const known = new Map<Table, Set<number>>()
  return (table) => {
    const ids = known.get(table) ?? new Set((rows[table] ?? []).map(({ id }) => id))
    known.set(table, ids)
    return ids
  }
}
