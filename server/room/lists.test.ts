import { expect, it } from 'vitest'
import { seeded } from '../../fixtures/random.ts'
import { drawnKernels, finish } from '../../fixtures/testing/drawnKernels.ts'
import type { Filter } from '../../src/model/rules/analysis/filters.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'
import { openKernel } from '../../wasm/kernels/kernel.ts'
import { listRows } from './lists.ts'

const drawing = `
  quirk A
  quirk B
  quirk C
  source One | [1:one [2:two [3:three]1:A four]2:B five]3:C six
  source Two | [one]A [two]B
  source Three | [1:[2:all]1:A of]2:B [3:[4:it]3:A twice]4:A
`

it('highlightOverlapCount counts what the kernels count: of one quirk with itself each pair once, empty highlights never', async () => {
  const { db, kernels } = await drawnKernels(drawing)
  const random = seeded(1)
  // Many of all kinds on the same words: beside, inside and across each other.
  for (let id = 1000; id < 1300; id += 1)
    db.run(
      'INSERT INTO highlights (id, sourceId, questionId, quirkId, start, length, author, timestamp) SELECT ?, sourceId, questionId, ?, ?, ?, author, timestamp FROM highlights LIMIT 1 OFFSET ?',
      [id, 1 + random.below(3), random.below(20), random.below(8), random.below(4)],
    )
  const kernel = openKernel(await loadKernels())
  for (const one of [1, 2, 3]) {
    const counted = finish(kernels.overlaps(one))
    for (const other of [1, 2, 3])
      expect([one, other, listRows(db, 'highlightOverlapCount', { quirkId1: one, quirkId2: other }, kernel)]).toEqual([
        one,
        other,
        [{ count: counted.get(other) ?? 0 }],
      ])
  }
  const none = listRows(db, 'highlightOverlapCount', { quirkId1: 8, quirkId2: 9 }, kernel)
  expect([none, kernel.held]).toEqual([[{ count: 0 }], 0])
})

it('quirkQueryListWithHighlightsAndCriteria finds the highlights that the page’s filters let through, and a property by its id', async () => {
  const { db, kernels } = await drawnKernels(`
    quirk A
    quirk B
    quirk Unused
    group Many: A, Unused
    source One | [one]A [two]B [three]A
    source Two | [one]A [two]B
    source Three | [three]B
  `)
  db.run("UPDATE highlights SET author = 'Zoe', timestamp = ? WHERE id % 2 = 0", [new Date(2026, 10, 24).getTime()])
  const keyId = 1
  db.exec(`INSERT INTO source_metadata_keys VALUES (1, 'Age', 0, 0); INSERT INTO source_metadata_values VALUES (1, 1, 'young'), (2, 1, 'old');
INSERT INTO source_metadatas (id, sourceId, keyId, valueId, author, timestamp) VALUES (1, 1, 1, 1, 'me', 1), (2, 2, 1, 2, 'me', 1)`)
  const asked: [field: string, value: string, found: [equal: number, other: number]][] = [
    ['highlightAuthor', 'Zoe', [3, 3]],
    ['highlightDate', '2026-11-24', [3, 3]],
    ['group', 'Many', [3, 3]],
    ['sourceName', 'Two', [2, 4]],
    ['question', 'nobody asks it', [0, 6]],
    ['Age', 'young', [3, 3]],
  ]
  for (const [field, value, found] of asked)
    for (const [n, operator] of (['=', '!='] as const).entries()) {
      const filter: Filter = { field, operator, value, clause: 'And' }
      const rows = listRows(db, 'quirkQueryListWithHighlightsAndCriteria', { fieldName: field, operator, value, keyId })
      const listed = rows.map(({ id, highlights }) => ({ id, highlights: (highlights as number[]).length }))
      const { quirks, highlights } = finish(kernels.filterAnswers([filter]))
      expect([field, operator, listed.filter((row) => row.highlights > 0)]).toEqual([field, operator, quirks])
      expect([field, operator, highlights]).toEqual([field, operator, found[n]])
    }
  // As it has no value, a quirk that lies nowhere has none of these; and a field is a property where its id says so.
  const idsOf = (fieldName: string, operator: string, value: string) =>
    listRows(db, 'quirkQueryListWithHighlightsAndCriteria', { fieldName, operator, value, keyId }).map(({ id }) => id)
  expect(idsOf('group', '=', 'Many')).toEqual([1, 3])
  expect(idsOf('overlaps', '!=', 'young')).toEqual([1, 2, 3])
})

it('quirkQueryListWithHighlightsAndCriteria takes a day or a time, and refuses what is neither', async () => {
  const { db } = await drawnKernels('quirk A\nquirk B\nsource One | [one]A [two]B')
  const at = (quirk: number, time: number) => db.run('UPDATE quirks SET timestamp = ? WHERE id = ?', [time, quirk])
  const noon = new Date(2026, 10, 23, 12).getTime()
  at(1, noon)
  at(2, new Date(2026, 10, 24).getTime())
  const found = (operator: string, value: string) =>
    listRows(db, 'quirkQueryListWithHighlightsAndCriteria', { fieldName: 'quirkDate', operator, value }).map(
      ({ id }) => id,
    )
  expect(found('=', '2026-11-23')).toEqual([1])
  expect(found('!=', '2026-11-23')).toEqual([2])
  expect(found('>', '2026-11-23')).toEqual([2])
  expect(found('>=', '2026-11-23')).toEqual([1, 2])
  expect(found('<', '2026-11-24')).toEqual([1])
  expect(found('=', String(noon))).toEqual([1])
  expect(found('<=', String(noon))).toEqual([1])
  for (const value of ['yesterday', '2026-02-30', '', '2026'.repeat(9)])
    expect(() => found('=', value), value).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ kind: 'badRequest' }) }),
    )
  expect(() =>
    listRows(db, 'quirkQueryListWithHighlightsAndCriteria', { fieldName: 'quirkAuthor', operator: '>', value: 'a' }),
  ).toThrow()
})
