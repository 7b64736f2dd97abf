import { expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../fixtures/testing/drawnKernels.ts'
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import { type Counting, cellAt, type Measure } from '../../../src/model/rules/analysis/shares.ts'
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

test('by who speaks: a highlight counts for everybody who says any of it and once in the totals; a cell is as many passages as the filter has', async () => {
  const { db, kernels } = await drawnKernels(`
    quirk Zeal
    quirk Éclat
    source One | [Talk]Zeal
      | Ben: [one
      | Ana: two]Zeal
      | Ben: [three]Zeal
      | Ana: four
    source Two | Ana: [five]Zeal
      | [Ben:]{Éclat} six
      | Ben: seven
      | Ana: eight
    source Three | [nine]{Éclat}
  `)
  const asked = { keyId: null, quirkIds: null, counting: 'highlights', measure: 'count' } as const
  const table = finish(analysisQueries.crosstab(kernels, db, asked))
  expect(table.names).toEqual(['Ana', 'Ben'])
  for (const [row, quirkId] of table.quirkIds.entries())
    for (const [column, name] of ['Ana', 'Ben'].entries()) {
      const filters: Filter[] = [
        { field: 'quirk', operator: '=', value: quirkId, clause: 'And' },
        { field: 'saidBy', operator: '=', value: name, clause: 'And' },
      ]
      expect(cellAt(table, row, column)).toBe(finish(kernels.filterAnswers(filters)).highlights)
    }
  const words = { quirk: 'Quirk', total: 'Total', without: 'No speaker', untitled: '' }
  const order = { by: 'title', descending: false } as const
  const linesOf = (counting: Counting, measure: Measure) => {
    const args = { ...asked, counting, measure, order, words, language: 'fr' }
    const { bytes } = finish(analysisQueries.crosstabFile(kernels, db, args))
    return new TextDecoder().decode(bytes).trimEnd().split('\r\n')
  }
  expect(linesOf('highlights', 'count')).toEqual([
    'Quirk,Ana,Ben,No speaker,Total',
    'Éclat,0,0,2,2',
    'Zeal,2,2,1,4',
    'Total,2,2,3,6',
  ])
  expect(linesOf('sources', 'column').slice(1)).toEqual([
    'Éclat,0,0,0.666667,0.666667',
    'Zeal,1,0.5,0.333333,0.666667',
    'Total,1,0.5,1,1',
  ])
})
