/**
 * A project, or a part of one, as rows of its public tables: the project JSON (specification 2 §3) in memory. Importers make it of other
 * programs' files; `importProject` adds it to an open project, the server makes a new file of it.
 *
 * Promises of whoever makes one for an import: ids are any positive integers, unique within a table, and name rows of this same project;
 * texts are canonical (text/richText), positions are half-open in UTF-16 units of the answer's plain text; an empty
 * author is whoever imports it.
 */
import type { AnyRow, Row, Table } from './schema.ts'

export type ProjectRows = { readonly [T in Table]?: readonly Row<T>[] }
/** The same from outside, where columns may be missing. */
export type LooseRows = Readonly<Partial<Record<Table, readonly AnyRow[]>>>

/** How many there are of what a person counts. */
export interface ProjectCounts {
  sources: number
  questions: number
  quirks: number
  groups: number
  properties: number
  highlights: number
  memos: number
}

/** Of all tables. */
export const rowCount = (rows: LooseRows): number =>
  Object.values(rows).reduce((sum, list) => sum + (list?.length ?? 0), 0)

export const countsOf = (rows: { readonly [T in Table]?: readonly unknown[] | undefined }): ProjectCounts => ({
  sources: rows.sources?.length ?? 0,
  questions: rows.questions?.length ?? 0,
  quirks: rows.quirks?.length ?? 0,
  groups: rows.groups?.length ?? 0,
  properties: rows.source_metadata_keys?.length ?? 0,
  highlights: rows.highlights?.length ?? 0,
  memos: rows.memos?.length ?? 0,
})
