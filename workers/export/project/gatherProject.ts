/**
 * The project as a database in memory, which has what the server's download has (`server/room/snapshot.ts`): the public tables and nothing else, here
 * still without their indexes.
 * A project may change while it is read: what then hangs on a row that is not in the file is left out.
 */
import type { ExportReport, ProjectFrame, ProjectReader, SourceContent } from '../../../src/model/projectReader.ts'
import { type AnyRow, columnsOf, keyOf, none, type Row, spec, type Table, tables } from '../../../src/model/schema.ts'
import { protectionKeys } from '../../../src/model/sealing/sealedForm.ts'
import { openMemory } from '../../../wasm/database/boot/memory.ts'
import type { WasmDb } from '../../../wasm/database/boot/sqliteWasm.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { layoutVersion, publicTables } from '../../../wasm/database/migrations/tables.ts'
import { contentsOf } from '../contentsOf.ts'

/** What comes with each source. */
const ofSources = {
  question_answers: ({ answers }: SourceContent) => answers,
  highlights: ({ highlights }: SourceContent) => highlights,
  memos: ({ memos }: SourceContent) => memos,
  recordings: ({ recordings }: SourceContent) => recordings,
  transcripts: ({ transcripts }: SourceContent) => transcripts,
} as const satisfies { [T in Table]?: (content: SourceContent) => Row<T>[] }

/** What comes with the frame; sources, texts and what lies on them come by and by. */
const framed = {
  questions: ({ questions }) => questions,
  quirks: ({ quirks }) => quirks,
  groups: ({ groups }) => groups,
  group_quirks: ({ groupQuirks }) => groupQuirks,
  quirk_shortcut_keys: ({ shortcutKeys }) => shortcutKeys,
  source_metadata_keys: ({ propertyKeys }) => propertyKeys,
  source_metadata_values: ({ propertyValues }) => propertyValues,
  source_metadatas: ({ sourceProperties }) => sourceProperties,
  chat_messages: ({ chatMessages }) => chatMessages,
  // What protects a project is said of its sealed rows alone, and these are plain.
  preferences: ({ preferences }) => preferences.filter(({ key }) => !protectionKeys.has(key)),
} as const satisfies {
  [T in Exclude<Table, 'sources' | keyof typeof ofSources>]: (frame: ProjectFrame) => Row<T>[]
}

/** To be closed by whoever asked for it. */
export async function gatherProject(
  reader: Pick<ProjectReader, 'frame' | 'contents'>,
  report: ExportReport,
): Promise<WasmDb> {
  const frame = await reader.frame()
  const db = await openMemory()
  try {
    // As the server's, so that both are read alike.
    db.exec(`PRAGMA page_size = 16384; ${publicTables()} PRAGMA user_version = ${layoutVersion};`)
    for (const [table, rows] of Object.entries(framed)) insert(db, table as Table, rows(frame))
    for await (const some of contentsOf(reader, frame, report)) {
      insert(
        db,
        'sources',
        some.map(({ source }) => source),
      )
      for (const [table, rows] of Object.entries(ofSources))
        insert(
          db,
          table as Table,
          some.flatMap(({ content }): readonly AnyRow[] => rows(content)),
        )
    }
    leaveOutOrphans(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function insert(db: Db, table: Table, rows: readonly AnyRow[]): void {
  const columns = columnsOf(table)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const sql = `INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`
  db.transaction(() => {
    for (const row of rows)
      db.run(
        sql,
        columns.map((column) => row[column] as number | string),
      )
  })
}

function leaveOutOrphans(db: Db): void {
  db.transaction(() => {
    for (const table of tables)
      for (const [column, parent] of Object.entries(spec(table).parents ?? {}))
        db.run(
          `DELETE FROM "${table}" WHERE "${column}" <> ${none} AND "${column}" NOT IN (SELECT "${keyOf(parent as Table)}" FROM "${parent}")`,
        )
  })
}
