/** A room and a project of plain maps (`modelProject.ts`) get the same random steps: they must refuse the same and hold the same. */
import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '../../src/model/operations.ts'
import { columnar } from '../../src/model/operations.ts'
import type { Step, StepAnswer } from '../../src/model/protocol.ts'
import {
  type AnyRow,
  columnsOf,
  isHungOn,
  type Key,
  keyOf,
  none,
  spec,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { plainStep } from '../../src/model/text/edit.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { setMeta } from '../../wasm/database/meta.ts'
import { serverSql } from '../../wasm/database/migrations/tables.ts'
import { openRoom } from '../room/room.ts'
import { type ModelOperation, ModelProject, type Outcome, textOf } from './modelProject.ts'

export interface ModelFigures {
  operations: number
  taken: number
  stale: number
  /** By the kind of the problem. */
  refused: Record<string, number>
}

/** Throws, with the seed and the step, where the two differ. */
export function compareWithModel(seed: number, operations: number): ModelFigures {
  const r = random(seed)
  const db = openNode(':memory:')
  db.exec(serverSql)
  setMeta(db, 'uuid', 'u')
  setMeta(db, 'epoch', 'e')
  const room = openRoom(db)
  const { client } = room.open(0, '', 0)
  const model = new ModelProject()
  const figures: ModelFigures = { operations: 0, taken: 0, stale: 0, refused: {} }
  for (let n = 1; figures.operations < operations; n += 1) {
    const made = randomStep(r, model)
    if (made.length === 0) continue
    const step = wireStep(made, model)
    const push = { client, n, base: 0 }
    const sender = { client, access: 'own', author: null } as const
    const [taken] = room.submit([{ sender, push, steps: [step], hash: String(n) }])
    const expected = model.take(made)
    const outcome = outcomeOf(taken?.answer.steps[0] as StepAnswer)
    if (outcome !== expected)
      throw new Error(
        `seed ${seed}, step ${n}: the room says ${outcome}, the model ${expected}: ${JSON.stringify(made)}`,
      )
    figures.operations += made.reduce((sum, each) => sum + ('make' in each ? each.rows.length : 1), 0)
    if (outcome === 'taken') figures.taken += 1
    else if (outcome === 'stale') figures.stale += 1
    else figures.refused[outcome] = (figures.refused[outcome] ?? 0) + 1
    if (n % 50 === 0) compareRows(db, model, `seed ${seed}, step ${n}`)
  }
  compareRows(db, model, `seed ${seed}, at the end`)
  room.close()
  return figures
}

const outcomeOf = (answer: StepAnswer): Outcome =>
  'seq' in answer ? 'taken' : 'stale' in answer ? 'stale' : answer.problem.kind

function compareRows(db: Db, model: ModelProject, where: string): void {
  for (const table of tables) {
    const key = keyOf(table)
    const columns = columnsOf(table)
      .map((column) => `"${column}"`)
      .join(', ')
    const found = db.all<AnyRow>(`SELECT ${columns} FROM "${table}" ORDER BY "${key}"`).map((row) => ({ ...row }))
    const expected = [...model.rows[table].values()].sort((a, b) => ((a[key] as Key) < (b[key] as Key) ? -1 : 1))
    if (isDeepStrictEqual(found, expected)) continue
    const differs = found.find((row, i) => !isDeepStrictEqual(row, expected[i])) ?? expected[found.length]
    throw new Error(
      `${where}: ${table}: ${found.length} rows, ${expected.length} in the model; ${JSON.stringify(differs)}`,
    )
  }
}

/** Few, so that the same are met again and again. */
const ids: Readonly<Partial<Record<Table, number>>> = {
  sources: 6,
  questions: 3,
  question_answers: 12,
  quirks: 14,
  groups: 6,
  source_metadata_keys: 4,
  source_metadata_values: 8,
}
const pick = <T>(r: Random, list: readonly T[]): T => list[r.below(list.length)] as T
const idOf = (r: Random, table: Table): number => 1 + r.below(ids[table] ?? 40)
/** Mostly one that is there. */
const parentOf = (r: Random, table: Table, model: ModelProject): Key => {
  const there = [...model.rows[table].keys()]
  return there.length > 0 && r.chance(0.7) ? pick(r, there) : idOf(r, table)
}
const text = 'Itrustedhimuntilthelettercame'
const words = ['a', 'A', 'b', 'B', 'ß', 'É', 'é', '']
const colours = ['#d90a1a', '#0a1ad9', '#000000', '#ffffff']
const noColours = ['', 'red', '#fff', '#d90a1a00']

function randomRow(r: Random, table: Table, model: ModelProject): AnyRow {
  const row: AnyRow = {}
  for (const [column, type] of Object.entries(spec(table).columns))
    row[column] = type === 'int' ? r.below(3) : pick(r, words)
  if (keyOf(table) === 'id') row.id = idOf(r, table)
  // A quirk that comes back is an undo, which is not held to all rules: here each is a new one.
  while (table === 'quirks' && model.removedQuirks.has(row.id as number))
    row.id = 1 + r.below(14 + model.removedQuirks.size)
  for (const [column, parent] of Object.entries(spec(table).parents ?? {}))
    row[column] = parentOf(r, parent as Table, model)
  if (table === 'quirks' && r.chance(0.4)) row.parentQuirkId = none
  if (table === 'quirks') row.color = pick(r, r.chance(0.95) ? colours : noColours)
  if (table === 'question_answers') row.answer = `<p>${text.slice(r.below(10))}</p>`
  if (table === 'preferences') row.key = `k${r.below(5)}`
  if (!spec(table).onText) return row
  const answer = r.chance(0.9) ? (pick(r, [...model.rows.question_answers.values()]) as AnyRow | undefined) : undefined
  if (answer) Object.assign(row, { sourceId: answer.sourceId, questionId: answer.questionId })
  row.start = r.below(30)
  row.length = r.below(8) + (table === 'highlights' ? 1 : 0)
  return row
}

function randomStep(r: Random, model: ModelProject): ModelOperation[] {
  const way = r.below(100)
  const table = pick(r, tables)
  const make = (of: Table, most: number): ModelOperation => {
    const count = r.chance(0.3) ? 2 + r.below(most) : 1
    const rows = new Map(
      Array.from({ length: count }, () => randomRow(r, of, model)).map((row) => [row[keyOf(of)] as Key, row]),
    )
    return { make: of, rows: [...rows.values()], batch: rows.size > 1 }
  }
  if (way < 45) return [make(r.chance(0.35) ? 'highlights' : table, 4)]
  if (way < 50) {
    const kinds = [
      'sources',
      'questions',
      'question_answers',
      'quirks',
      'highlights',
      'groups',
      'group_quirks',
    ] as const
    return kinds.filter(() => r.chance(0.5)).map((each) => make(each, 2))
  }
  if (way < 68) {
    const row = randomRow(r, table, model)
    const there = r.chance(0.9) ? (pick(r, [...model.rows[table].keys()]) as Key | undefined) : undefined
    const columns = columnsOf(table).filter(
      (column) => column !== keyOf(table) && changeable(table, column) && r.chance(0.5),
    )
    const set = Object.fromEntries(columns.map((column) => [column, row[column] as number | string]))
    if (('start' in set || 'length' in set) && spec(table).onText)
      Object.assign(set, { start: row.start, length: row.length })
    const id = there ?? (row[keyOf(table)] as Key)
    return Object.keys(set).length > 0 ? [{ change: table, id, set }] : []
  }
  if (way < 70) return [{ merge: parentOf(r, 'quirks', model) as number, into: parentOf(r, 'quirks', model) as number }]
  if (way < 80) {
    const known = [...model.rows[table].keys()]
    const chosen = new Set(
      Array.from({ length: r.chance(0.3) ? 3 : 1 }, () =>
        known.length > 0 && r.chance(0.9) ? pick(r, known) : keyOf(table) === 'key' ? 'none' : idOf(r, table),
      ),
    )
    return [{ remove: table, ids: [...chosen], batch: chosen.size > 1, careful: isHungOn(table) && r.chance(0.3) }]
  }
  const answer: AnyRow | undefined = pick(r, [...model.rows.question_answers.values()])
  if (!answer) return []
  const { length } = textOf(answer)
  const at = r.below(length + 1)
  const deleted = r.chance(0.5) ? Math.min(length - at, r.below(6), length - 1) : 0
  const version = (model.versions.get(answer.id as number) ?? 0) - (r.chance(0.05) ? 1 : 0)
  const insert = deleted === 0 && length < 200 ? 'xyz'.slice(r.below(3)) : ''
  return insert === '' && deleted === 0 ? [] : [{ edit: answer.id as number, at, insert, deleted, version }]
}

/** What a row is about is not changed: where it lies, whose it is. */
const changeable = (table: Table, column: string): boolean =>
  !['author', 'timestamp', 'sourceId', 'questionId', 'answer', 'keyId', 'valueId', 'groupId'].includes(column) &&
  !(column === 'quirkId' && table !== 'highlights')

function wireStep(operations: readonly ModelOperation[], model: ModelProject): Step {
  const versions: Record<number, number> = {}
  const wired = operations.map((operation): Operation => {
    if ('make' in operation) {
      const { operation: name } = spec(operation.make)
      return operation.batch
        ? { name: `${name}BatchCreateOrUpdate`, args: { columns: columnar(operation.rows), create: true } }
        : { name: `${name}CreateOrUpdate`, args: { ...operation.rows[0], create: true } }
    }
    if ('change' in operation) {
      const { operation: name, key } = spec(operation.change)
      return { name: `${name}CreateOrUpdate`, args: { ...operation.set, [key]: operation.id } }
    }
    if ('remove' in operation) {
      const { operation: name, key } = spec(operation.remove)
      const careful = operation.careful && { careful: true }
      return operation.batch
        ? { name: `${name}BatchRemove`, args: { ids: operation.ids, ...careful } }
        : { name: `${name}Remove`, args: { [key]: operation.ids[0], ...careful } }
    }
    if ('merge' in operation) return { name: 'quirkRemove', args: { id: operation.merge, into: operation.into } }
    const { edit: id, at, insert, deleted, version } = operation
    versions[id] = version
    const answer = model.rows.question_answers.get(id) as AnyRow
    const steps = [plainStep(parseHtml(answer.answer as string), [{ from: at, to: at + deleted, insert }])]
    return {
      name: 'answerCreateOrUpdate',
      args: { id, sourceId: answer.sourceId, questionId: answer.questionId, edit: steps },
    }
  })
  return { operations: wired, versions }
}
