/** `thicket export`: the whole project as a file of another kind, by the writers of the page's worker. */

import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { exportWords, isLacking } from '../../src/model/exportWords.ts'
import { type Problem, problem, Refusal, type Result } from '../../src/model/problems.ts'
import type { ExportedFile } from '../../src/model/projectReader.ts'
import { projectTitle } from '../../src/model/rules/projects/projectTitle.ts'
import type { Db } from '../../wasm/database/db.ts'
import { projectJson } from '../../wasm/database/projectJson.ts'
import { projectReader } from '../../wasm/database/projectReader.ts'
import { type ExportFormat, type ExportOptions, formats } from '../../workers/export/formats.ts'
import { readOwnFile } from '../base/ownFiles.ts'
import { line } from '../base/problemLine.ts'
import { inspectFile, sqliteProblem } from '../files/inspectFile.ts'
import { writeJson } from '../files/writeJson.ts'
import { writeWhole } from '../files/writeWhole.ts'
import { picturesOf, reportOf } from '../reports/gatherReportOptions.ts'
import { providePage } from '../running/builtPage.ts'
import { pathOf, readProject } from '../working/openToRead.ts'
import { command, type Given } from './command.ts'
import { print, printAll, say } from './output.ts'
import { passwordOf, passwordOption, passwordUsage, readingProtected } from './password.ts'

/** By the option that asks for it; each takes the file. */
const byOption = {
  xlsx: 'xlsx',
  docx: 'docx',
  'docx-each': 'docxEach',
  qdpx: 'qdpx',
  qdc: 'qdc',
  json: 'json',
  canvas: 'canvasSvg',
  report: 'report',
  'report-docx': 'reportDocx',
} as const satisfies Record<string, ExportFormat>
/** By the word behind `--csv`; the file follows. */
const csvTables = { sources: 'sourcesCsv', codebook: 'codebookCsv', memos: 'memosCsv' } as const satisfies Record<
  string,
  ExportFormat
>

type Offered = ((typeof byOption)[keyof typeof byOption] | (typeof csvTables)[keyof typeof csvTables] | 'pictures') &
  ExportFormat

const asked = Object.keys(byOption).map((option) => `--${option}`)

export const main = command(
  {
    usage: `export <project.qrk> ${asked.join('|')} <out | -> ${passwordUsage}
       thicket export <project.qrk> --csv ${Object.keys(csvTables).join('|')} <out | ->`,
    options: {
      ...Object.fromEntries([...Object.keys(byOption), 'csv'].map((option) => [option, { type: 'string' } as const])),
      ...passwordOption,
    },
    words: { least: 1, most: 2 },
  },
  async (given) => {
    const wanted = wantedOf(given)
    if (typeof wanted === 'string') return { wrong: wanted }
    const { format, out } = wanted
    const { folder } = given
    if (out === '-') {
      const printed = await reading(given, format, {
        json: (db) => printAll(projectJson(db)),
        file: async (file) => {
          for await (const piece of file) if (!(await print(piece))) return
        },
      })
      return 'problem' in printed ? printed : 0
    }
    const path = resolve(folder, out)
    const refused = whyNotWritten(path)
    if (refused) return problem(refused)
    const wrong = wrongEnd(wanted)
    if (wrong !== null) return { wrong }
    const written = await reading(given, format, {
      json: (db) => writeWhole(path, true, (made) => writeJson(db, made, 0o666)),
      file: (file) => writeFile(path, file),
    })
    if ('problem' in written) return written
    if ('problem' in written.ok) return written.ok
    say(`Wrote ${written.ok.ok}`)
    if (isLacking(format)) say(`  ${line(`export.lacks.${format}`, {})}`)
    return 0
  },
)

interface Wanted {
  format: Offered
  out: string
}

/** What is wrong, in words, where it is not one format and one file. */
function wantedOf({ words: [, file], options }: Given): Wanted | string {
  const given = [...Object.keys(byOption), 'csv'].filter((option) => options[option] !== undefined)
  const [option = ''] = given
  if (given.length !== 1) return `give one of ${asked.join(', ')}, --csv`
  if (option !== 'csv') {
    if (file !== undefined) return `unknown argument ${file}`
    const out = String(options[option])
    const isSeveral = option === 'canvas' && out.endsWith('.zip')
    return { format: isSeveral ? 'pictures' : byOption[option as keyof typeof byOption], out }
  }
  const table = String(options.csv)
  const format = Object.hasOwn(csvTables, table) ? csvTables[table as keyof typeof csvTables] : undefined
  if (!format) return `--csv takes ${Object.keys(csvTables).join(' or ')}`
  return file === undefined ? `--csv ${table} needs a file, or -` : { format, out: file }
}

/** Under another end of its name a file would be opened by a program that cannot read it. */
function wrongEnd({ format, out }: Wanted): string | null {
  const end = extname(formats[format].fileName('x'))
  const given = extname(out).toLowerCase()
  return given === end ? null : `this writes a ${end} file: call it ${basename(out, extname(out))}${end}`
}

interface Takers<T> {
  json(db: Db): T | Promise<T>
  file(file: ExportedFile): Promise<T>
}

/** What a writer refuses is a problem like others. */
async function reading<T>(given: Given, format: Offered, take: Takers<T>): Promise<Result<T>> {
  const { words, folder } = given
  const [name = ''] = words
  const title = projectTitle(pathOf(name, folder))
  try {
    const body = async (db: Db) =>
      format === 'json' ? await take.json(db) : await take.file(await fileOf(format, db, title))
    return await readProject(
      name,
      folder,
      body,
      readingProtected(() => passwordOf(given)),
    )
  } catch (error) {
    if (error instanceof Refusal) return problem(error.problem)
    throw error
  }
}

async function fileOf<F extends Offered>(format: F, db: Db, title: string): Promise<ExportedFile> {
  const write = await formats[format].writer()
  return write(projectReader(db, title), await optionsOf(format, db), () => {})
}

/** With the page's words, in English. */
async function optionsOf<F extends Offered>(format: F, db: Db): Promise<ExportOptions[F]> {
  const { documents, codebook, memos, sources } = exportWords((key, values) => line(key, { ...values }))
  const options: { [F in Offered]: () => ExportOptions[F] | Promise<ExportOptions[F]> } = {
    xlsx: () => ({}),
    docx: () => documents,
    docxEach: () => documents,
    codebookCsv: () => codebook,
    memosCsv: () => memos,
    sourcesCsv: () => sources,
    qdpx: () => ({}),
    qdc: () => ({}),
    json: () => ({}),
    // Where nothing paints there is no PNG.
    canvasSvg: () => picturesOf(db, 'en'),
    pictures: () => ({
      ...picturesOf(db, 'en'),
      as: 'svg',
      stages: ['canvas', 'arranged', 'trees'],
      head: ['File', 'Shows'],
    }),
    report: async () => ({ ...(await reportOf(db, 'en', Date.now())), template: await reportTemplate() }),
    reportDocx: () => reportOf(db, 'en', Date.now()),
  }
  return await options[format]()
}

/** The viewer that a report begins with, built where it is not yet. */
async function reportTemplate(): Promise<Uint8Array> {
  const { folder } = await providePage(false, say)
  return readOwnFile(join(folder, 'report.zip'))
}

/** Piece by piece under a name beside, then whole in its place. */
async function writeFile(path: string, file: ExportedFile): Promise<Result<string>> {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`)
  try {
    const opened = openSync(unfinished, 'wx')
    try {
      for await (const piece of file) writeSync(opened, piece)
    } finally {
      closeSync(opened)
    }
    return writeWhole(path, true, (made) => renameSync(unfinished, made))
  } catch (error) {
    if (error instanceof Refusal) return problem(error.problem)
    if (typeof (error as { code?: unknown }).code === 'string') return problem(sqliteProblem(path, error))
    throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** What is no project may be written again over the last one, but never a project. */
export function whyNotWritten(path: string): Problem | undefined {
  if (!existsSync(dirname(path))) return { kind: 'folderNotFound', name: dirname(path) }
  if (!existsSync(path)) return undefined
  const inspected = inspectFile(path, { takesProtected: true })
  if ('ok' in inspected) return { kind: 'fileExists', name: path }
  return inspected.problem.kind === 'notAProject' ? undefined : inspected.problem
}
