/** The worker that merges projects. Whoever wants to cancel ends the worker. */
import { expose } from 'comlink'
import { mergedProjects } from '../src/model/limits.ts'
import { attempt, isProblem, ok, problem, Refusal, type Result } from '../src/model/problems.ts'
import type { ExportReport, ProjectReader } from '../src/model/projectReader.ts'
import type { ProjectRows } from '../src/model/projectRows.ts'
import { signed } from '../src/model/rules/projects/merge/soundRows.ts'
import { type AnyRow, type Row, type Table, tables } from '../src/model/schema.ts'
import type { Unread } from '../src/model/sealing/unread.ts'
import { hashesIn, type SoundOf, withMovedSound } from '../src/model/sound/media.ts'
import { countRows, projectRows } from '../wasm/database/projectRows.ts'
import { gatherProject } from './export/project/gatherProject.ts'
import { openRowWriter } from './import/rowWriter.ts'
import { type CarriedSounds, carriedSounds, noSounds, type Origin, openedSound } from './merge/carriedSounds.ts'
import { fileRows } from './merge/fileRows.ts'
import { type AddedCounts, type ChosenOther, type MergePreview, type Merging, openMerging } from './merge/merging.ts'

let merging: Merging | null = null
/** How the base is heard. */
let ofBase: Omit<Origin, 'hashes'> | null = null
/** How those are heard that are added, by their keys. */
const ofOthers = new Map<number, Omit<Origin, 'hashes'>>()
/** Of the rows that were asked for last. */
let carried: CarriedSounds = noSounds

const api = {
  /**
   * The base; again: as it is now. `sound`: of its recordings; `isProtected`: they have the hashes of what is sealed. Problems: mergeTooLarge.
   */
  async open(
    reader: Pick<ProjectReader, 'frame' | 'contents'>,
    sound: SoundOf<Blob>,
    isProtected: boolean,
    report: ExportReport,
  ): Promise<Result<void>> {
    ofBase = { sound, isProtected }
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
   * A project's own file, `.qrk` or `.json`. `author`: whose rows are that bear no name; `secret`: the password or recovery code of a protected one; `kept`: the bytes
   * that it keeps of a sound, where they do not lie in the file. Problems: those of `fileRows`, alreadyMaster, mergeTooLarge, fileNotFound.
   */
  async add(
    key: number,
    file: File,
    author: string,
    secret: string | null,
    kept: SoundOf<Blob> | null,
  ): Promise<Result<AddedCounts>> {
    const bytes = await file.arrayBuffer().catch(() => null)
    // It may have been moved since it was chosen.
    if (!bytes) return problem({ kind: 'fileNotFound', name: file.name })
    try {
      const unread: Unread = new Map()
      const room = opened().room()
      const { rows, wraps, sounds } = await fileRows(file.name, new Uint8Array(bytes), room, secret, unread)
      const inFile: SoundOf<Blob> = async (hash) => {
        const found = sounds.get(hash)
        return found ? ok(found) : problem({ kind: 'soundNotFound' })
      }
      const protection = wraps !== null && secret !== null ? { name: file.name, wraps, secret } : null
      ofOthers.set(key, { sound: openedSound(kept ?? inFile, protection), isProtected: protection !== null })
      const silent = kept ? 0 : (rows.recordings ?? []).filter(({ hash }) => hash !== '' && !sounds.has(hash)).length
      return attempt(() => ({ ...opened().add(key, signed(rows, author)), unread: unread.size, silent }))
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.problem }
      throw error
    }
  },
  async remove(key: number): Promise<void> {
    opened().remove(key)
    ofOthers.delete(key)
  },
  async preview(chosen: readonly ChosenOther[]): Promise<MergePreview> {
    return opened().preview(chosen)
  },
  /**
   * Of the last preview, as the text of a project JSON: no page ever reads it. Its recordings have the hashes of what is not sealed. Problems: those of `carriedSounds`.
   */
  async rows(): Promise<Result<{ rows: Blob; sounds: string[] }>> {
    const rows = opened().rows()
    const origins = [...originOf(opened().base(), ofBase), ...originsOf([...ofOthers.keys()])]
    const found = await carriedSounds(hashesIn(rows.recordings), origins)
    if (isProblem(found)) return found
    carried = found.ok
    return ok({ rows: asText(rows, carried.moved), sounds: [...carried.given.keys()] })
  },
  /** The sounds of those that are added which the base does not have, by the hashes of what is not sealed. Problems: those of `carriedSounds`. */
  async soundsOf(keys: readonly number[]): Promise<Result<string[]>> {
    const there = hashesIn(opened().base().recordings)
    const origins = originsOf(keys)
    const wanted = new Set(origins.flatMap(({ hashes }) => [...hashes].filter((hash) => !there.has(hash))))
    const found = await carriedSounds(wanted, origins)
    if (isProblem(found)) return found
    carried = found.ok
    return ok([...carried.given.keys()])
  },
  /** What was told last sounds like. Problems: those of `SoundOf`. */
  async sound(hash: string): Promise<Result<Blob>> {
    return carried.given.get(hash)?.() ?? problem({ kind: 'soundNotFound' })
  },
  /** Those that are added, each as such a text. `kept`: the hashes under which the base keeps what `soundsOf` has told. */
  async added(keys: readonly number[], kept: ReadonlyMap<string, string>): Promise<Blob[]> {
    const moved = new Map([...hashesIn(opened().base().recordings)].map((hash) => [hash, hash]))
    for (const [known, plain] of carried.moved) {
      const hash = kept.get(plain)
      if (hash !== undefined) moved.set(known, hash)
    }
    return keys.map((key) => asText(opened().added(key) ?? {}, moved))
  },
}

const originOf = (rows: ProjectRows, heard: Omit<Origin, 'hashes'> | null | undefined): Origin[] =>
  heard ? [{ hashes: hashesIn(rows.recordings), ...heard }] : []

const originsOf = (keys: readonly number[]): Origin[] =>
  keys.flatMap((key) => originOf(opened().added(key) ?? {}, ofOthers.get(key)))

function asText(rows: ProjectRows, moved: ReadonlyMap<string, string>): Blob {
  const writer = openRowWriter()
  for (const table of tables)
    for (const row of (rows[table] ?? []) as readonly AnyRow[])
      writer.write(table, withMovedSound(moved, table, row) as Row<Table>)
  return writer.blob()
}

export type MergeApi = typeof api

function opened(): Merging {
  if (!merging) throw new Error('the base is not read yet')
  return merging
}

expose(api)
