import { expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../fixtures/testing/drawnKernels.ts'
import { tallyAt } from '../../../src/model/rules/analysis/agreement.ts'
import { analysisQueries } from './analyses.ts'

test('where authors differ, a passage of nothing but white space is not listed, though its characters count', async () => {
  const { db, kernels } = await drawnKernels(`
    quirk Q
    source One | [1:[2:One]2:Q@Ben
               | [3:two]3:Q@Ben three]1:Q
  `)
  const asked = { authors: ['me', 'Ben'], quirkIds: [1] }
  const stretches = finish(
    analysisQueries.codedStretches(kernels, db, { ...asked, level: 'character', who: 'some', offset: 0, limit: 9 }),
  )
  expect(stretches.rows.map(({ quote, by }) => [quote, by])).toEqual([[' three', ['me']]])
  expect([stretches.total, stretches.totals]).toEqual([1, [2, 1, 1, 0]])
  const { counts } = finish(analysisQueries.agreement(kernels, db, asked))
  expect(tallyAt(counts, 2, 0, 'character').by).toEqual([0, 1 + ' three'.length, 6])
})
