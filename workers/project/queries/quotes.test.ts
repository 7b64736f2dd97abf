import { expect, test } from 'vitest'
import { drawnKernels } from '../../../fixtures/testing/drawnKernels.ts'
import type { AnalysisArgs, AnalysisName, QuoteWriting } from '../../../src/model/queries.ts'
import { finish } from '../../../wasm/kernels/slices.ts'
import { analysisQueries } from './analyses.ts'

const open = async (drawing: string) => {
  const { db, kernels } = await drawnKernels(drawing)
  const ask = <N extends AnalysisName>(query: N, args: AnalysisArgs<N>) =>
    finish(analysisQueries[query](kernels, db, args))
  return { db, ask }
}
const asked = { quirkIds: null, filters: [], order: 'place', descending: false } as const
const all = { ...asked, filters: [], offset: 0, limit: 100 }

test('a quote comes with what is around it, cut between words, and with its paragraphs', async () => {
  const long = 'Nobody in this whole street had expected that so soon after the war'
  const { ask } = await open(`
    quirk Q
    source One | ${long} [the letter]Q ${long}.
  `)
  const [row] = ask('quotes', all).rows
  expect(row?.quote).toBe('the letter')
  expect(row?.before).toBe('…street had expected that so soon after the war ')
  expect(row?.before.length).toBeLessThanOrEqual(50)
  expect(row?.after).toBe(' Nobody in this whole street had expected that so…')
  expect(row?.paragraphs).toEqual([1, 1])
})

test('of a long passage a window has the beginning; whole it is asked for by its id', async () => {
  const words = 'word '.repeat(600).trim()
  const { ask } = await open(`
    quirk Q
    source One | [${words}]Q
  `)
  const [row] = ask('quotes', all).rows
  expect(row?.quote.length).toBe(1200)
  expect(row?.length).toBe(words.length)
  expect(ask('quoteRows', { ids: [row?.id ?? 0] }).rows[0]?.quote).toBe(words)
})

const writing: QuoteWriting = {
  as: 'text',
  heading: 'quirk',
  reference: '“{quote}” ({source}, ¶ {at})',
  referenceSeveral: '“{quote}” ({source}, ¶¶ {at})',
  byWhen: 'by {author}, {time}',
  untitled: 'Untitled',
  columns: ['Quirk', 'Words', 'Source', 'Question', 'Author', 'Date', 'Paragraph', 'Start', 'Length'],
  language: 'en',
  questions: false,
}

test('quotes are written in parts that fit together: the heading stands once, where a quirk begins', async () => {
  const { db, ask } = await open(`
    quirk Outer
    quirk Inner < Outer
    source One | [aa]Inner, [bb {quote} $&]Inner and [cc]Outer.
  `)
  db.run("UPDATE highlights SET author = 'Ana', timestamp = 0")
  const ids = [...ask('quoteIds', { ...asked, filters: [], order: 'quirk' }).ids]
  const part = (some: number[], after: number | null) =>
    new TextDecoder().decode(ask('quoteFile', { ids: some, after, writing }).part)
  const whole = part(ids, null)
  expect(whole.replace(/by Ana, .+/g, 'by')).toBe(
    `Outer › Inner
=============

“aa” (One, ¶ 1)
by

“bb {quote} $&” (One, ¶ 1)
by


Outer
=====

“cc” (One, ¶ 1)
by

`,
  )
  expect(part(ids.slice(0, 1), null) + part(ids.slice(1), ids[0] ?? null)).toBe(whole)
})

test('as a table nothing is taken for a formula, and what is gone meanwhile is left out', async () => {
  const { db, ask } = await open(`
    quirk Q
    source =1+1 | [said "no"]Q and [more]Q.
  `)
  db.run("UPDATE highlights SET author = '@x', timestamp = 0")
  const { ids } = ask('quoteIds', { ...asked, filters: [] })
  const { part } = ask('quoteFile', { ids: [...ids, 12_345], after: null, writing: { ...writing, as: 'csv' } })
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(part).split('\r\n')
  expect(lines[0]).toBe('\ufeffQuirk,Words,Source,Question,Author,Date,Paragraph,Start,Length')
  expect(lines[1]).toMatch(/^Q,"said ""no""",'=1\+1,.*,'@x,1970-01-01T00:00:00Z,1,0,9$/)
  expect(lines).toHaveLength(4)
})

test('a text search tells the answers, how many sources they belong to, and where the first place is', async () => {
  const { ask } = await open(`
    quirk Q
    source One | nothing here but a Word.
    source Two | words, words
    source Three | none
  `)
  const { total, sources, rows } = ask('textSearch', { text: 'WORD', offset: 0, limit: 1 })
  expect([total, sources]).toEqual([2, 2])
  expect(rows).toMatchObject([{ source: 'One', start: 19, length: 4, match: 'Word', before: 'nothing here but a ' }])
  expect(ask('textSearch', { text: 'word', offset: 1, limit: 1 }).rows).toMatchObject([{ source: 'Two', hits: 2 }])
  expect(ask('textHits', { text: 'word' })).toEqual({ hits: 3 })
})
