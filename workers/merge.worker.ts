/** The worker that merges projects. Whoever wants to cancel ends the worker. */
import { expose } from 'comlink'
import { mergedProjects } from '../src/model/limits.ts'
import { attempt, ok, problem, Refusal, type Result } from '../src/model/problems.ts'
import type { ExportReport, ProjectReader } from '../src/model/projectReader.ts'
import type { ProjectRows } from '../src/model/projectRows.ts'
import { signed } from '../src/model/rules/projects/merge/soundRows.ts'
import { tables } from '../src/model/schema.ts'
import type { Unread } from '../src/model/sealing/unread.ts'
import { countRows, projectRows } from '../wasm/database/projectRows.ts'
import { gatherProject } from './export/project/gatherProject.ts'
import { openRowWriter } from './import/rowWriter.ts'
import { fileRows } from './merge/fileRows.ts'
import { type AddedCounts, type ChosenOther, type MergePreview, type Merging, openMerging } from './merge/merging.ts'

let merging: Merging | null = null

const api = {
  /** The base; again: as it is now. Problems: mergeTooLarge. */
  async open(reader: ProjectReader, report: ExportReport): Promise<Result<void>> {
    const db = await gatherProject(reader, report)
    try {
      if (countRows(db) > mergedProjects.mostRows)
        return problem({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
      if (merging) merging.rebase(projectRows(db))
      else merging = openMerging(projectRows(db))
      return ok(undefined)
    } finally {
      db.close()
    }
  },
  /**
   * A project's own file, `.qrk` or `.json`. `author`: whose rows are that bear no name; `secret`: the password or recovery code of a protected one. Problems: those
   * of `fileRows`, alreadyMaster, mergeTooLarge, fileNotFound.
   */
  async add(key: number, file: File, author: string, secret: string | null): Promise<Result<AddedCounts>> {
    const bytes = await file.arrayBuffer().catch(() => null)
    // It may have been moved since it was chosen.
    if (!bytes) return problem({ kind: 'fileNotFound', name: file.name })
    try {
      const unread: Unread = new Map()
      const rows = await fileRows(file.name, new Uint8Array(bytes), opened().room(), secret, unread)
      return attempt(() => ({ ...opened().add(key, signed(rows, author)), unread: unread.size }))
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.problem }
      throw error
    }
  },
  async remove(key: number): Promise<void> {
    opened().remove(key)
  },
  async preview(chosen: readonly ChosenOther[]): Promise<MergePreview> {
    return opened().preview(chosen)
  },
  /** Of the last preview, as the text of a project JSON: no page ever reads it. */
  async rows(): Promise<Blob> {
    return asText(opened().rows())
  },
  /** Those that are added, each as such a text. */
  async added(keys: readonly number[]): Promise<Blob[]> {
    return keys.map((key) => asText(opened().added(key) ?? {}))
  },
}

function asText(rows: ProjectRows): Blob {
  const writer = openRowWriter()
  for (const table of tables) for (const row of rows[table] ?? []) writer.write(table, row)
  return writer.blob()
}

export type MergeApi = typeof api

function opened(): Merging {
  if (!merging) throw new Error('the base is not read yet')
  return merging
}

expose(api)
