/**
 * Large files added to an open project, from the rows that were read to the last confirmation of the room, and taken back and done again: a workbook
 * of 100,000 rows and 8 columns, a .qdpx of 100,000 codings. Against: the same rows by bare SQL, one prepared statement a table, into two
 * databases, since copy and room have them both; with the indexes, on files, with the product's durability. All in one process, so without the time on the wire, but
 * with its texts written and read. And the .qdpx with its reading against the 10 s that a person is to wait for it at most (issue 8).
 */
import { seeded } from '../fixtures/random.ts'
import { readPush } from '../server/reading/readPush.ts'
import type { Room } from '../server/room/room.ts'
import { columnsOf, tables } from '../src/model/schema.ts'
import type { Db, Params } from '../wasm/database/db.ts'
import { derivedSql, publicSql } from '../wasm/database/migrations/tables.ts'
import { readProject } from '../workers/import/refi/readProject.ts'
import { openTable } from '../workers/import/table/openTable.ts'
import { tableProject } from '../workers/import/table/tableProject.ts'
import type { Copy } from '../workers/project/copy.ts'
import { codedStudy, surveyFile } from './importedFiles.ts'
import { copyDb, copyOn, meet, newRoom, showScreen } from './openProject.ts'
import { type Bench, limitRow, median, type Row, type Rows, rowOf, timed } from './row.ts'

const count = 100_000
const rounds = 2
/** ms */
const longestImport = 10_000
const target = 3

export const rows: Rows = async (bench) => {
  const table = measure(bench, await surveyRows())
  const { rows: codings, spent } = await studyRows()
  const study = measure(bench, codings)
  return [
    ...rowsOf('a workbook of 100,000 rows', table),
    ...rowsOf('a .qdpx of 100,000 codings', study),
    limitRow('import-open-limit: the .qdpx read, added and confirmed', spent + median(study.do), longestImport),
  ]
}

type Way = 'do' | 'undo' | 'redo'
type Spent = Record<Way | 'bare', number[]>

const rowsOf = (what: string, spent: Spent): Row[] =>
  (['do', 'undo', 'redo'] as const).map((way) => ({
    ...rowOf(
      `import-open: ${what}, ${way} / its rows by bare SQL, twice`,
      target,
      median(spent[way]),
      median(spent.bare),
    ),
    note: `median of ${rounds}`,
  }))

async function surveyRows(): Promise<Uint8Array> {
  const table = await openTable({ name: 'survey.xlsx', bytes: surveyFile(count) })
  if ('problem' in table) throw new Error(table.problem.kind)
  const roles = table.ok.shown.sheets[0]?.columns.map(({ role }) => role) ?? []
  const made = await tableProject(table.ok, { sheet: 0, roles })
  if ('problem' in made) throw new Error(made.problem.kind)
  return new Uint8Array(await made.ok.rows.arrayBuffer())
}

async function studyRows(): Promise<{ rows: Uint8Array; spent: number }> {
  const { bytes } = codedStudy(seeded(1), { sources: count / 100, codings: 100, length: 20_000 })
  const began = performance.now()
  const read = await readProject({ name: 'x.qdpx', bytes })
  if ('problem' in read) throw new Error(read.problem.kind)
  return { rows: new Uint8Array(await read.ok.rows.arrayBuffer()), spent: performance.now() - began }
}

/** Each round in a project of its own. */
function measure(bench: Bench, imported: Uint8Array): Spent {
  const spent: Spent = { do: [], undo: [], redo: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    const { room } = newRoom(bench)
    const joiner = bench.newPath()
    room.snapshot(joiner, 'joiner')
    const anna = copyOn(copyDb(joiner), 'Anna')
    meet(anna, room)
    showScreen(anna)
    const before = lastIds(anna.db)
    const args = { rows: imported, title: 'Imported' }
    const ways: Record<Way, () => object> = {
      do: () => anna.run('tab', 'call', [{ command: 'importProject', args }], 'undo.importProject'),
      undo: () => anna.undo('tab'),
      redo: () => anna.redo('tab'),
    }
    for (const way of ['do', 'undo', 'redo'] as const) {
      spent[way].push(
        timed(() => {
          const done = ways[way]()
          if ('problem' in done) throw new Error(JSON.stringify(done))
          exchange(anna, room)
        }),
      )
      if (way === 'do') spent.bare.push(insertTwice(bench, newRows(anna.db, before)))
    }
    anna.close()
    room.close()
  }
  return spent
}

/** Until the room has everything. */
function exchange(copy: Copy, room: Room): void {
  for (let push = copy.nextPush(); push; push = copy.nextPush()) {
    const read = readPush(JSON.parse(push.body))
    if ('problem' in read) throw new Error(JSON.stringify(read))
    const [taken] = room.submit([{ sender: { client: copy.client, access: 'own', author: copy.author }, ...read.ok }])
    if (!taken?.answer.steps.every((step) => 'seq' in step)) throw new Error('the room has refused it')
    for (const event of taken.events) JSON.stringify(event)
    copy.acknowledge(taken.answer)
  }
}

const derived = 'answer_texts'
const columns: Record<string, readonly string[]> = {
  ...Object.fromEntries(tables.map((table) => [table, columnsOf(table)])),
  [derived]: ['answerId', 'version', 'text'],
}

const lastIds = (db: Db): Map<string, number> =>
  new Map(
    Object.keys(columns).map((table) => [
      table,
      Number(db.one<{ id: unknown }>(`SELECT MAX(rowid) AS id FROM "${table}"`)?.id ?? 0),
    ]),
  )

function newRows(db: Db, after: ReadonlyMap<string, number>): { sql: string; rows: Params[] }[] {
  return Object.entries(columns).map(([table, names]) => {
    const list = names.map((name) => `"${name}"`).join(', ')
    const rows = db.all(`SELECT ${list} FROM "${table}" WHERE rowid > ? ORDER BY rowid`, [after.get(table) ?? 0])
    return {
      sql: `INSERT INTO "${table}" (${list}) VALUES (${names.map(() => '?').join(', ')})`,
      rows: rows.map((row) => names.map((name) => row[name] ?? null)),
    }
  })
}

function insertTwice(bench: Bench, all: ReturnType<typeof newRows>): number {
  let spent = 0
  for (let times = 0; times < 2; times++) {
    const db = copyDb(bench.newPath())
    db.exec(publicSql() + derivedSql())
    spent += timed(() =>
      db.transaction(() => {
        for (const { sql, rows } of all) for (const row of rows) db.run(sql, row)
      }),
    )
    db.close()
  }
  return spent
}
