import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { ImportedMemo } from '../imported.ts'
import { readSources } from '../readSources.ts'
import { type DocxParts, docxFile, listItem, paragraph, run, table } from '../testing/docxFile.ts'

async function read(parts: DocxParts): Promise<{ text: string; memos: readonly ImportedMemo[]; notes: unknown[] }> {
  const done = await readSources({ name: 'a.docx', bytes: docxFile(parts) })
  if ('problem' in done) throw new Error(JSON.stringify(done.problem))
  const [source] = done.ok.sources
  const notes = done.ok.notes.map(({ file, ...note }) => note)
  return { text: parseHtml(source?.html ?? '').text, memos: source?.memos ?? [], notes }
}

const begin = (id: number) => `<w:commentRangeStart w:id="${id}"/>`
const end = (id: number) => `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`
const comment = (id: number, words: string, more = '') =>
  `<w:comment w:id="${id}" ${more}>${paragraph(words)}</w:comment>`
const passages = ({ text, memos }: Awaited<ReturnType<typeof read>>) =>
  memos.map(({ start, length, content }) => [content, text.slice(start, start + length)])

describe('comments are memos on their words', () => {
  test('with author, time, and several paragraphs; replies are memos on the same words', async () => {
    const body = paragraph(
      `${run('I ')}${begin(3)}${begin(4)}${run('trusted', '<w:b/>')}${run(' him')}${end(3)}${end(4)}${run('.')}`,
    )
    const comments = `<w:comment w:id="3" w:author="Ben " w:date="2024-05-03T10:20:30Z">${paragraph('Why?')}${paragraph(`${run('And')}<w:r><w:tab/></w:r>${run('when')}`)}</w:comment>${comment(4, 'Later.', 'w:author="Cleo"')}`
    const got = await read({ body, comments })
    expect(got.text).toBe('I trusted him.')
    const on = { start: 2, length: 11 }
    expect(got.memos).toEqual([
      { ...on, content: 'Why?\nAnd\twhen', author: 'Ben', timestamp: Date.UTC(2024, 4, 3, 10, 20, 30) },
      { ...on, content: 'Later.', author: 'Cleo', timestamp: 0 },
    ])
    expect(got.notes).toEqual([{ kind: 'commentsAsMemos', count: 2 }])
  })

  test('across paragraphs, cells, lists, foot notes; beside deleted and moved words', async () => {
    const body = [
      paragraph(`${run('One ')}${begin(1)}${run('two')}`),
      table([[paragraph('three'), paragraph(`${run('four')}${end(1)} ${run('five')}`)]]),
      begin(2),
      listItem('six'),
      end(2),
      paragraph(
        `<w:del>${begin(3)}<w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom>${run('away')}</w:moveFrom>${run('seven')}${end(3)}<w:r><w:footnoteReference w:id="2"/></w:r>`,
      ),
    ].join('')
    const footnotes = `<w:footnote w:id="2">${paragraph(`${run('In ')}${begin(5)}${run('May')}${end(5)}`)}</w:footnote>`
    const comments = [1, 2, 3, 5].map((id) => comment(id, `c${id}`)).join('')
    expect(passages(await read({ body, footnotes, comments }))).toEqual([
      ['c1', 'two\nthree\tfour'],
      ['c2', 'six'],
      ['c3', 'seven'],
      ['c5', 'May'],
    ])
  })

  test('one that is on no words is on the word where it stands; one that is nowhere, on the whole text; one without words is none', async () => {
    const body = paragraph(
      `${run('He came ')}${run('in May')}<w:r><w:commentReference w:id="1"/></w:r>${begin(2)}${end(2)}${run('.')}`,
    )
    const comments = [1, 2, 7].map((id) => comment(id, `c${id}`)).join('') + comment(8, ' ')
    const got = await read({ body, comments })
    expect(passages(got)).toEqual([
      ['c1', 'May.'],
      ['c2', 'May.'],
      ['c7', ''],
    ])
    expect(got.memos[2]).toMatchObject({ start: 0, length: 0 })
    expect(got.notes).toEqual([{ kind: 'commentsAsMemos', count: 3 }])
  })
})

/** A document as what comes one after the other: letters that stand once, blanks, ends of runs and paragraphs, borders of comments. */
const pieces = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant('letters' as const) },
    { weight: 3, arbitrary: fc.constantFrom(' ', '  ', ' \u00a0') },
    { weight: 3, arbitrary: fc.constantFrom('run' as const, 'paragraph' as const) },
    { weight: 3, arbitrary: fc.nat(4) },
  ),
  { maxLength: 60 },
)

function documentOf(drawn: readonly (string | number)[], commented: boolean) {
  const open = new Set<number>()
  const closed = new Set<number>()
  const words = new Map<number, string[]>()
  let [body, line, letters, bold] = ['', '', '', false]
  const endRun = () => {
    if (letters !== '') line += run(letters, bold ? '<w:b/>' : '')
    letters = ''
  }
  drawn.forEach((piece, at) => {
    if (piece === 'letters') {
      letters += `q${at}x`
      for (const id of open) words.set(id, [...(words.get(id) ?? []), `q${at}x`])
    } else if (piece === 'run') {
      endRun()
      bold = !bold
    } else if (piece === 'paragraph') {
      endRun()
      body += paragraph(line || run(''))
      line = ''
    } else if (typeof piece === 'string') letters += piece
    else if (!closed.has(piece)) {
      endRun()
      if (commented) line += open.has(piece) ? end(piece) : begin(piece)
      if (open.delete(piece)) closed.add(piece)
      else open.add(piece)
    }
  })
  endRun()
  if (commented) for (const id of open) line += end(id)
  return { body: body + paragraph(line || run('')), words }
}

test('wherever comments begin and end, they are memos on just their words, in the text that is there without them (property)', async () => {
  const comments = [0, 1, 2, 3, 4].map((id) => comment(id, `c${id}`)).join('')
  await fc.assert(
    fc.asyncProperty(pieces, async (drawn) => {
      const { body, words } = documentOf(drawn, true)
      const got = await read({ body, comments })
      expect(got.text).toBe((await read({ body: documentOf(drawn, false).body })).text)
      for (const { start, length, content } of got.memos) {
        const own = words.get(Number(content.slice(1)))
        const from = got.text.indexOf(own?.[0] ?? '')
        const last = own?.at(-1) ?? ''
        if (own) expect([start, start + length]).toEqual([from, got.text.indexOf(last) + last.length])
        else expect(got.text.slice(start, start + length)).not.toMatch(/\s/)
      }
    }),
    { numRuns: 150, seed: 8 },
  )
})
