/** Reads a file of any kind as the import does, for tests that want no more of it than that it comes to a proper end. */
import { fileKind } from '../../../src/model/importedKinds.ts'
import type { Problem, Result } from '../../../src/model/problems.ts'
import { isCanonicalHtml, parseHtml } from '../../../src/model/text/richText.ts'
import type { ImportedProject } from '../imported.ts'
import { readSources } from '../readSources.ts'
import { readProject } from '../refi/readProject.ts'
import { openTable } from '../table/openTable.ts'
import { tableProject } from '../table/tableProject.ts'

/** `said`: the kinds of its notes. */
export type Outcome = { problem: Problem } | { read: string; said: string[] }

/** Throws where what was read is not whole and clean, or where a problem does not name the file. */
export async function readAny(name: string, bytes: Uint8Array): Promise<Outcome> {
  const kind = fileKind(name)
  const outcome = await (kind === 'document'
    ? readDocument(name, bytes)
    : kind === 'project'
      ? checkedProject(await readProject({ name, bytes }, () => {}))
      : readTable(name, bytes))
  if ('problem' in outcome && 'name' in outcome.problem && !String(outcome.problem.name).includes(name))
    throw new Error(`the problem names another file: ${JSON.stringify(outcome.problem)}`)
  return outcome
}

async function readDocument(name: string, bytes: Uint8Array): Promise<Outcome> {
  const result = await readSources({ name, bytes })
  if ('problem' in result) return result
  for (const { html } of result.ok.sources) {
    if (!isCanonicalHtml(html)) throw new Error('the HTML is not canonical')
    if (/<(?!\/?(?:p|img|b|br|em|i|u|ul|li|mark)\b)/.test(html)) throw new Error('the HTML has other tags')
    if (/<img (?!src="data:image\/(?:png|jpeg|gif|webp);base64,)/.test(html))
      throw new Error('an image stands elsewhere')
  }
  const read = result.ok.sources.map(({ html }) => parseHtml(html).text).join('\n')
  return { read, said: result.ok.notes.map((note) => note.kind) }
}

async function readTable(name: string, bytes: Uint8Array): Promise<Outcome> {
  const opened = await openTable({ name, bytes }, () => {})
  if ('problem' in opened) return opened
  const { sheets } = opened.ok.shown
  const sheet = Math.max(
    0,
    sheets.findIndex(({ columns }) => columns.length > 0),
  )
  const roles = sheets[sheet]?.columns.map(({ role }) => role) ?? []
  return checkedProject(await tableProject(opened.ok, { sheet, roles }, () => {}))
}

/** Its rows are a whole project JSON with as many rows as it says. */
async function checkedProject(result: Result<ImportedProject>): Promise<Outcome> {
  if ('problem' in result) return result
  const read = await result.ok.rows.text()
  const rows = JSON.parse(read) as Record<string, unknown[]>
  // A question that every project has is not counted.
  for (const table of ['sources', 'quirks', 'highlights'] as const) {
    const there = rows[table]?.length ?? 0
    if (there !== result.ok.counts[table]) throw new Error(`${table}: ${result.ok.counts[table]} said, ${there} there`)
  }
  return { read, said: result.ok.notes.map((note) => note.kind) }
}
