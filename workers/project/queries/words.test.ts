import { expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../fixtures/testing/drawnKernels.ts'
import { analysisQueries } from './analyses.ts'

test('a table of words as a file: all of them, the most frequent first, with shares of all that occur; no formulas', async () => {
  const many = Array.from({ length: 600 }, (_, n) => `w${n}`).join(' ')
  const { db, kernels } = await drawnKernels(`source One | trust, trust and trust -dash ${many}`)
  const asked = { without: ['and'], least: 1, heads: ['Word', 'Count', '=Share'] } as const
  const file = finish(analysisQueries.wordFile(kernels, db, asked))
  const lines = new TextDecoder().decode(file.bytes).trimEnd().split('\r\n')
  expect(lines.slice(0, 2)).toEqual(["Word,Count,'=Share", `trust,3,${Number((3 / 604).toPrecision(6))}`])
  expect(lines).toHaveLength(1 + 1 + 1 + 600)
  expect(finish(analysisQueries.wordFile(kernels, db, { ...asked, least: 4 })).bytes).toHaveLength(
    3 + "Word,Count,'=Share\r\n".length,
  )
})
