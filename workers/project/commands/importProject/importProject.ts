/** Another project's rows, added to this one. */
import type { Args, ProjectImported } from '../../../../src/model/commands.ts'
import { refuse } from '../../../../src/model/problems.ts'
import { countsOf, type ProjectRows } from '../../../../src/model/projectRows.ts'
import { tables } from '../../../../src/model/schema.ts'
import type { Handler } from '../../tx.ts'
import { addCodes } from './codes.ts'
import { placeQuirks } from './placeQuirks.ts'
import { addProperties, heldBy } from './properties.ts'
import { addQuestions } from './questions.ts'
import { addRecordings } from './recordings.ts'
import { addSources } from './sources.ts'

/** Ids of the file's rows in the project. */
export type Ids = ReadonlyMap<number, number>

export const importProject: Handler<'importProject'> = (tx, args): ProjectImported => {
  const rows = signed(read(args), tx.author)
  const questions = addQuestions(tx, rows, args.questionId)
  const codes = addCodes(tx, rows)
  const sources = addSources(tx, rows, questions.ids, codes.ids, args.knownOnly)
  const places = { sources: sources.ids, added: new Set(sources.added), questions: questions.ids }
  addRecordings(tx, rows, places, args.sounds && new Map(Object.entries(args.sounds)))
  const properties = addProperties(tx, args.knownOnly ? heldBy(rows, sources.ids) : rows, sources.ids, sources.joined)
  placeQuirks(tx, codes.added)
  return {
    sourceIds: sources.added,
    joined: sources.joined.length,
    under: questions.under,
    ...(sources.absent > 0 && { absent: sources.absent }),
    ...(properties.replaced && { replaced: properties.replaced }),
    added: {
      ...countsOf({}),
      sources: sources.added.length,
      questions: questions.added,
      quirks: codes.added.size,
      groups: codes.groups,
      properties: properties.added,
      highlights: sources.highlights,
      memos: sources.memos,
    },
  }
}

/** The importers' rows are whole; those of anybody else are refused here rather than half done. */
function read({ rows }: Args<'importProject'>): ProjectRows {
  if (typeof rows === 'object' && 'arrayBuffer' in rows) throw new Error('nobody has read the rows')
  try {
    const text = typeof rows === 'string' ? rows : new TextDecoder('utf-8', { fatal: true }).decode(rows)
    return JSON.parse(text) as ProjectRows
  } catch {
    return refuse({ kind: 'badRequest', detail: 'the rows are no project JSON' })
  }
}

/** What has no author, as the rows of a table of answers, is by whoever imports it. */
function signed(rows: ProjectRows, author: string): ProjectRows {
  for (const table of tables)
    for (const row of rows[table] ?? []) if ('author' in row && row.author === '') row.author = author
  return rows
}
