import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { ImportedMemo } from '../imported.ts'
import { readSources } from '../readSources.ts'
import { odtFile } from '../testing/odtFile.ts'

async function read(body: string): Promise<{ text: string; memos: readonly ImportedMemo[]; notes: unknown[] }> {
  const done = await readSources({ name: 'a.odt', bytes: odtFile({ body }) })
  if ('problem' in done) throw new Error(JSON.stringify(done.problem))
  const [source] = done.ok.sources
  const notes = done.ok.notes.map(({ file, ...note }) => note)
  return { text: parseHtml(source?.html ?? '').text, memos: source?.memos ?? [], notes }
}

const p = (inner: string) => `<text:p>${inner}</text:p>`
const begin = (name: string, inner = p(name)) =>
  `<office:annotation${name && ` office:name="${name}"`}>${inner}</office:annotation>`
const end = (name: string) => `<office:annotation-end office:name="${name}"/>`
const passages = ({ text, memos }: Awaited<ReturnType<typeof read>>) =>
  memos.map(({ start, length, content }) => [content, text.slice(start, start + length)])

describe('comments of OpenDocument are memos on their words', () => {
  test('with author, time, and several paragraphs; replies are memos on the same words', async () => {
    const said = `<dc:creator>Ben </dc:creator><dc:date>2024-05-03T10:20:30</dc:date><meta:creator-initials>B</meta:creator-initials><text:list><text:list-item>${p('Why?')}</text:list-item></text:list>${p('And<text:tab/><text:span>when</text:span>')}`
    const reply = `<dc:creator>Cleo</dc:creator>${p('Later.')}`
    const got = await read(
      p(`I ${begin('x', said)}${begin('y', reply)} <text:span>trusted</text:span> him${end('x')} ${end('y')}.`),
    )
    expect(got.text).toBe('I trusted him .')
    const on = { start: 2, length: 11 }
    expect(got.memos).toEqual([
      { ...on, content: 'Why?\nAnd\twhen', author: 'Ben', timestamp: Date.UTC(2024, 4, 3, 10, 20, 30) },
      { ...on, content: 'Later.', author: 'Cleo', timestamp: 0 },
    ])
    expect(got.notes).toEqual([{ kind: 'commentsAsMemos', count: 2 }])
  })

  test('across paragraphs, cells and foot notes; one in deleted text is none', async () => {
    const cell = (inner: string) => `<table:table-cell>${p(inner)}</table:table-cell>`
    const note = `<text:note><text:note-citation>*</text:note-citation><text:note-body>${p(`In ${begin('c')}May${end('c')}`)}</text:note-body></text:note>`
    const body = [
      `<text:tracked-changes>${p(begin('gone'))}</text:tracked-changes>`,
      p(`One ${begin('a')}two`),
      `<table:table><table:table-row>${cell('three')}${cell(`four${end('a')} five`)}</table:table-row></table:table>`,
      p(`six${note} ${begin('b')}seven`),
      p(`${end('b')}eight`),
    ]
    expect(passages(await read(body.join('')))).toEqual([
      ['a', 'two\nthree\tfour'],
      ['c', 'May'],
      ['b', 'seven'],
    ])
  })

  test('one that is on no words is on the word where it stands; one without words is none', async () => {
    const got = await read(p(`He came in May${begin('', p('one'))}${begin('two')}${end('two')}.${begin('', p(' '))}`))
    expect(passages(got)).toEqual([
      ['one', 'May.'],
      ['two', 'May.'],
    ])
    expect(passages(await read(p(`${begin('', p('first'))}Here it begins`)))).toEqual([['first', 'Here']])
  })
})

test('wherever comments of OpenDocument begin and end, the text is what it is without them, and memos begin and end with letters (property)', async () => {
  const piece = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom('a', 'b c', 'd') },
    { weight: 3, arbitrary: fc.constantFrom(' ', '  ', '<text:tab/>', '<text:line-break/>', '</text:p><text:p>') },
    { weight: 3, arbitrary: fc.nat(3) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const begun = new Set<number>()
      const commented = pieces.map((one) => {
        if (typeof one === 'string') return one
        const mark = begun.has(one) ? end(`c${one}`) : begin(`c${one}`)
        begun.add(one)
        return mark
      })
      const got = await read(p(commented.join('')))
      expect(got.text).toBe((await read(p(pieces.filter((one) => typeof one === 'string').join('')))).text)
      for (const { start, length } of got.memos) {
        const words = got.text.slice(start, start + length)
        expect(words).toBe(words.trim())
      }
    }),
    { numRuns: 150, seed: 8 },
  )
})
