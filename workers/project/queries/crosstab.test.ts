import { expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../fixtures/testing/drawnKernels.ts'
import { cellAt } from '../../../src/model/rules/analysis/shares.ts'
import { analysisQueries } from './analyses.ts'

test('a table of quirks by values has what was asked for in its cells; its file is in the order of what is shown', async () => {
  const { db, kernels } = await drawnKernels(`
    quirk Zeal
    quirk Éclat
    source One | [a]Zeal [b]Zeal [c]Éclat
    source Two | [d]Zeal
    source Three | [e]Éclat
  `)
  db.run("INSERT INTO source_metadata_keys VALUES (1, 'Age', 0, 0)")
  db.run("INSERT INTO source_metadata_values VALUES (1, 1, '10'), (2, 1, '9')")
  db.run("INSERT INTO source_metadatas VALUES (1, 1, 1, 1, 'me', 0), (2, 1, 2, 2, 'me', 0)")
  const asked = { keyId: 1, quirkIds: null, counting: 'highlights', measure: 'row' } as const
  const table = finish(analysisQueries.crosstab(kernels, db, asked))
  expect([cellAt(table, 0, 0), cellAt(table, 1, 2), cellAt(table, null, null)]).toEqual([2 / 3, 1 / 2, 1])
  const words = { quirk: 'Quirk', total: 'Total', without: 'No value', untitled: '' }
  const order = { by: 'title', descending: false } as const
  const file = finish(analysisQueries.crosstabFile(kernels, db, { ...asked, order, words, language: 'fr' }))
  expect(new TextDecoder().decode(file.bytes).trimEnd().split('\r\n')).toEqual([
    'Quirk,9,10,No value,Total',
    'Éclat,0,0.5,0.5,1',
    'Zeal,0.333333,0.666667,0,1',
    'Total,0.2,0.6,0.2,1',
  ])
})
