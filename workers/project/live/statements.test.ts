import { expect, test } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import { statements as limits } from '../../../src/model/limits.ts'
import { openMemory } from '../../../wasm/database/boot/memory.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import { openStatements } from './statements.ts'

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
const numbers = (most: number, columns = 'i') =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most}) SELECT ${columns} FROM n`

/** `meanwhile`: what is signalled at the n-th look of a running statement. */
async function open(meanwhile: (look: number, counters: { stops: number; calls: number }) => void = () => {}) {
  const db = await openMemory()
  db.exec(copySql)
  fill(
    db,
    draw(`
      quirk Trust
      source Anna | I [trusted]Trust him.
    `),
  )
  const counters = { stops: 0, calls: 0, stepStops: 0 }
  let looks = 0
  let turns = 0
  const statements = openStatements({
    db: async () => db,
    turn: async () => {
      turns += 1
    },
    after: (_, run) => {
      queueMicrotask(run)
      return () => {}
    },
    signals: () => {
      looks += 1
      meanwhile(looks, counters)
      return { ...counters }
    },
  })
  return { statements, turns: () => turns }
}

test('an answer is kept, and read by windows', async () => {
  const { statements } = await open()
  const found = await statements.run(numbers(1200, "i, 'row ' || i AS words"))
  expect(found).toEqual({ ok: { run: 1, columns: ['i', 'words'], rows: 1200, more: false, ms: expect.any(Number) } })
  expect(statements.rows(1, 1000)).toHaveLength(200)
  expect(statements.rows(1, 499)?.[0]).toEqual([500, 'row 500'])
  expect(await statements.run('SELECT title, text FROM sources, answer_texts')).toMatchObject({
    ok: { run: 2, rows: 1 },
  })
  expect(statements.rows(2, 0)).toEqual([['Anna', 'I trusted him.']])
  for (let n = 0; n < 3; n += 1) await statements.run('SELECT 1')
  expect(statements.rows(1, 0)).toBeNull()
  expect(statements.rows(5, 0)).toEqual([[1]])
})

test('of a large answer the first rows are kept, and of large cells their beginning', async () => {
  const { statements } = await open()
  expect(await statements.run(numbers(limits.rows))).toMatchObject({ ok: { rows: limits.rows, more: false } })
  expect(await statements.run(numbers(limits.rows + 1))).toMatchObject({ ok: { rows: limits.rows, more: true } })
  await statements.run(
    "SELECT replace(hex(zeroblob(5000)), '0', 'ä'), x'00ff10', NULL, 1.5, 9007199254740993, zeroblob(900)",
  )
  expect(statements.rows(3, 0)).toEqual([
    [
      { text: 'ä'.repeat(limits.cell), length: 10_000 },
      { bytes: '00ff10', length: 3 },
      null,
      1.5,
      '9007199254740993',
      { bytes: '00'.repeat(50), length: 900 },
    ],
  ])
})

test('a file has every row, whole, and no formula', async () => {
  const { statements } = await open()
  const file = await statements.file(numbers(limits.rows + 5, `i, '=1+' || i AS "a, b"`))
  const lines = 'ok' in file ? (await file.ok.text()).split('\r\n') : []
  expect(lines.slice(0, 2)).toEqual(['i,"a, b"', "1,'=1+1"])
  expect(lines).toHaveLength(limits.rows + 7)
  const cells = await statements.file("SELECT NULL, x'0aff', hex(zeroblob(3000)), -1.5")
  expect('ok' in cells && (await cells.ok.text()).split('\r\n')[1]).toBe(`,0aff,${'0'.repeat(6000)},-1.5`)
})

test('what is wrong is said', async () => {
  const { statements } = await open()
  expect(await statements.run('DELETE FROM quirks')).toEqual({ problem: { kind: 'statementRefused' } })
  expect(await statements.run('SELECT é, FROM quirks')).toEqual({
    problem: { kind: 'statementWrong', words: 'near "FROM": syntax error', at: 10 },
  })
  expect(await statements.run(numbers(2e6, 'i, randomblob(2000)').concat(' ORDER BY 2'))).toEqual({
    problem: { kind: 'statementTooMuch' },
  })
})

test('a statement ends soon after a page says stop, also where it was said before it began', async () => {
  const { statements } = await open((look, counters) => {
    if (look === 30) counters.stops += 1
  })
  expect(await statements.run(endless)).toEqual({ problem: { kind: 'statementStopped' } })
  const early = await open((look, counters) => {
    if (look === 2) counters.stops += 1
  })
  // One that looks at no signal while it works.
  expect(await early.statements.run('SELECT 1')).toEqual({ problem: { kind: 'statementStopped' } })
})

test('whoever calls meanwhile gets a turn, and the statement begins anew', async () => {
  const { statements, turns } = await open((look, counters) => {
    if (look % 20 === 0) counters.calls += 1
  })
  expect(await statements.run(numbers(200_000, 'count(*)'))).toMatchObject({ ok: { rows: 1 } })
  expect(turns()).toBe(30)
  expect(statements.rows(1, 0)).toEqual([[200_000]])
})
