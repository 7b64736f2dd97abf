import { expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../fixtures/testing/drawnKernels.ts'
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
  const { levels } = finish(analysisQueries.agreement(kernels, db, asked))
  expect(levels.character[1]).toMatchObject({ quirkId: 1, some: 1 + ' three'.length, all: 6 })
})

test('the file of agreement has the rows in the order of the table, under the names of its columns', async () => {
  const { db, kernels } = await drawnKernels(`
    quirk Zeal
    quirk Éclat
    source One | [1:[2:One]2:Zeal@Ben two]1:Zeal [3:[4:three]4:Éclat@Ben]3:Éclat
  `)
  const columns = ['title', 'percent', 'only:0'].map((key) => ({ key, name: key.toUpperCase() }))
  const file = analysisQueries.agreementFile(kernels, db, {
    ...{ authors: ['me', 'Ben'], quirkIds: null, level: 'character', columns, language: 'fr' },
    order: { key: 'title', descending: false },
    words: { together: 'Together', untitled: 'Untitled' },
  })
  const lines = new TextDecoder().decode(finish(file).bytes).trimEnd().split('\r\n')
  expect(lines.map((line) => line.replace(/^(.*,[01]\.\d\d)\d*/, '$1'))).toEqual([
    'TITLE,PERCENT,ONLY:0',
    'Together,0.84,4',
    'Éclat,1,0',
    'Zeal,0.69,4',
  ])
})

test('a timeline has its numbers by day, week and month, and as a file the periods with nothing too', async () => {
  const { db, kernels } = await drawnKernels('quirk Trust\nsource One | [a]Trust [b]Trust@Ben [c]Trust')
  const on = (month: number, date: number) => new Date(2026, month - 1, date, 9).getTime()
  for (const [id, time] of [on(1, 5), on(1, 6), on(2, 2)].entries())
    db.run('UPDATE highlights SET timestamp = ? WHERE id = ?', [time, id + 1])
  const asked = { of: 'highlights', by: 'author', quirkIds: null, most: 1 } as const
  const { whole, periods, series } = finish(analysisQueries.timeline(kernels, db, asked))
  expect(whole).toEqual({ from: new Date(2026, 0, 5).getTime(), to: new Date(2026, 1, 3).getTime() })
  expect(series).toEqual([{ key: 'me', total: 2 }])
  expect(Array.from(periods.week.counts)).toEqual([1, 1, 1, 0])
  expect([periods.hour, periods.day, periods.month].map(({ begins }) => begins.length)).toEqual([0, 3, 2])
  const names = { period: 'Week', total: 'Total', others: 'Others', untitled: '' }
  const file = finish(analysisQueries.timelineFile(kernels, db, { ...asked, unit: 'week', names }))
  expect(new TextDecoder().decode(file.bytes).trimEnd().split('\r\n')).toEqual([
    'Week,Total,me,Others',
    '2026-01-05,2,1,1',
    '2026-01-12,0,0,0',
    '2026-01-19,0,0,0',
    '2026-01-26,0,0,0',
    '2026-02-02,1,1,0',
  ])
})
