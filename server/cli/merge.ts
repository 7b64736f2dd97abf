/** `thicket merge`: several projects made into a new one (`src/model/rules/projects/merge`). No file that is read changes. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { mergedProjects } from '../../src/model/limits.ts'
import { attempt, isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import type { ProjectRows } from '../../src/model/projectRows.ts'
import { areEqual } from '../../src/model/rules/projects/merge/areEqual.ts'
import { type Merge, mergeProjects } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import { signed, soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { tables } from '../../src/model/schema.ts'
import { countRows, projectRows } from '../../wasm/database/projectRows.ts'
import { writeProject } from '../files/projectFile.ts'
import { beginningWith } from '../room/readProjectJson.ts'
import { readJsonFile } from '../uploads/uploadedJson.ts'
import { pathOf, readProject } from '../working/openToRead.ts'
import { command } from './command.ts'
import { usualAuthor } from './import.ts'
import { print, say } from './output.ts'
import { readImport } from './readImport.ts'

export const main = command(
  {
    usage: 'merge <base.qrk> <other.qrk|.json|.qdpx…> --out <result.qrk>',
    options: { out: { type: 'string' } },
    needs: ['out'],
    words: { least: 2, most: Number.POSITIVE_INFINITY },
  },
  async ({ words: [base = '', ...others], options, folder }) => {
    const out = pathOf(String(options.out), folder)
    // Before anything is read: the merge may take a while.
    if (existsSync(out)) return problem({ kind: 'fileExists', name: basename(out) })
    const read = await readAll([base, ...others], folder)
    if (isProblem(read)) return read
    const [master = {}, ...rows] = read.ok
    if (rows.some((other) => areEqual(master, other))) return problem({ kind: 'alreadyMaster' })
    const merged = mergeProjects(
      master,
      rows.map((of) => ({ rows: of })),
    )
    const written = writeProject(out, false, beginningWith(merged.rows))
    if (isProblem(written)) return written
    tell(merged, others)
    say(`Wrote ${written.ok}`)
    await print(`${JSON.stringify(merged.counts)}\n`)
    return 0
  },
)

/** The base first. Problems: alreadyMaster, mergeTooLarge, and those of reading each. */
async function readAll(names: readonly string[], folder: string): Promise<Result<ProjectRows[]>> {
  const all: ProjectRows[] = []
  const paths = names.map((name) => pathOf(name, folder))
  const [base, ...others] = paths.map((path) => (existsSync(path) ? realpathSync(path) : path))
  if (others.some((path) => path === base)) return problem({ kind: 'alreadyMaster' })
  let room: number = mergedProjects.mostRows
  for (const path of paths) {
    const read = await readOne(path, folder, room)
    if (isProblem(read)) return read
    room -= tables.reduce((sum, table) => sum + (read.ok[table]?.length ?? 0), 0)
    all.push(read.ok)
  }
  return ok(all)
}

/** At most so many rows. Problems: mergeTooLarge, and those of reading a file of its kind. */
async function readOne(path: string, folder: string, room: number): Promise<Result<ProjectRows>> {
  const end = extname(path).toLowerCase()
  if (end === '.json' || end === '.qdpx') {
    const given = end === '.json' ? readJsonFile(path) : await readExchange(path)
    return isProblem(given) ? given : attempt(() => signed(soundRows(basename(path), given.ok, room), usualAuthor()))
  }
  const read = await readProject(path, folder, (db) => (countRows(db) <= room ? projectRows(db) : null))
  if (isProblem(read)) return read
  return read.ok === null ? problem({ kind: 'mergeTooLarge', most: mergedProjects.mostRows }) : ok(read.ok)
}

/** A project of another program, as project JSON. */
async function readExchange(path: string): Promise<Result<unknown>> {
  const read = await readImport(path, { sheet: null, roles: [], ocr: null })
  if (isProblem(read)) return read
  if (read.ok.kind !== 'project') return problem({ kind: 'fileTypeNotSupported', name: basename(path) })
  return ok(JSON.parse(await read.ok.imported.rows.text()))
}

/** What is to be known of each, for who reads along; the numbers are printed. */
function tell({ others, rows }: Merge, names: readonly string[]): void {
  const titles = new Map(rows.quirks.map(({ id, title }) => [id, title]))
  for (const [i, { similar, lost, cells, lifted }] of others.entries()) {
    const of = (words: string) => say(`  ${basename(resolve(names[i] ?? ''))}: ${words}`)
    for (const { title, baseTitle, share } of similar)
      of(`“${title}” differs from “${baseTitle}” in ${(share * 100).toFixed(1)} % of its text, which stays as it is.`)
    for (const { source, words, quirkId, content } of lost)
      of(
        `“${words}” of “${source}” is not in the text any more: ${quirkId === null ? content : (titles.get(quirkId) ?? '')}`,
      )
    for (const { source, property, value, other } of cells)
      of(`${property} of “${source}” stays “${value}”, not “${other}”.`)
    for (const title of lifted) of(`The quirk “${title}” would lie too deep; it is at the top.`)
  }
}
