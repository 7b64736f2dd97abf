import { strFromU8, unzipSync } from 'fflate'
import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { type DrawnProject, draw } from '../../../fixtures/project.ts'
import { exported } from '../../../fixtures/testing/exported.ts'
import { parseHtml, toHtml } from '../../../src/model/text/richText.ts'
import { fileNames } from './fileNames.ts'
import { imageSize } from './imageSize.ts'
import { writeDocx } from './writeDocx.ts'
import { writeDocxEach } from './writeDocxEach.ts'

const words = { untitledSource: 'No title', untitledQuirk: 'No name', unnamedQuestion: 'Question {n}' }

interface Seen {
  /** Texts of paragraphs, with their style before them. */
  paragraphs: string[]
  /** What each comment says, by whom, and the words in its range. */
  comments: string[]
  /** Of paragraphs that begin a page. */
  pages: string[]
}

/** Reads a document element by element, knowing nothing of who wrote it. */
function seen(docx: Uint8Array): Seen {
  const files = unzipSync(docx)
  const xml = (name: string) => strFromU8(files[`word/${name}.xml`] ?? new Uint8Array())
  const said = new Map<string, { text: string; author: string; words: string }>()
  let current = ''
  walk(xml('comments'), {
    open: (name, at) => {
      if (name !== 'w:comment') return
      current = at['w:id'] ?? ''
      said.set(current, { text: '', author: at['w:author'] ?? '', words: '' })
    },
    text: (text) => {
      const comment = said.get(current)
      if (comment) comment.text += text
    },
  })
  const open = new Set<string>()
  const referred: string[] = []
  const paragraphs: string[] = []
  const pages: string[] = []
  let style = ''
  let paragraph = ''
  let breaks = false
  const add = (text: string) => {
    paragraph += text
    for (const id of open) {
      const comment = said.get(id)
      if (comment) comment.words += text
    }
  }
  walk(xml('document'), {
    open: (name, at) => {
      if (name === 'w:p') [style, paragraph, breaks] = ['', '', false]
      if (name === 'w:pStyle') style = `${at['w:val']}: `
      if (name === 'w:pageBreakBefore') breaks = true
      if (name === 'w:commentRangeStart') open.add(at['w:id'] ?? '')
      if (name === 'w:commentRangeEnd') open.delete(at['w:id'] ?? '')
      if (name === 'w:commentReference') referred.push(at['w:id'] ?? '')
      if (name === 'w:br') add('\n')
      if (name === 'w:tab') add('\t')
      if (name === 'wp:extent') add(`[${Number(at.cx) / 9525}×${Number(at.cy) / 9525}]`)
    },
    text: add,
    close: (name) => {
      if (name !== 'w:p') return
      paragraphs.push(style + paragraph)
      if (breaks) pages.push(paragraph)
      for (const id of open) {
        const comment = said.get(id)
        if (comment) comment.words += '¶'
      }
    },
  })
  expect([...open]).toEqual([])
  expect(referred.toSorted()).toEqual([...said.keys()].toSorted())
  return {
    paragraphs,
    pages,
    comments: [...said.values()].map(({ text, author, words }) => `${author}: ${text} | ${words}`),
  }
}

function walk(
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>) => void
    text: (text: string) => void
    close?: (name: string) => void
  },
): void {
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => on.open(name, attributes as Record<string, string>))
  parser.on('text', on.text)
  parser.on('closetag', ({ name }) => on.close?.(name))
  parser.write(xml).close()
}

const docx = (drawn: string | DrawnProject) => exported(drawn, writeDocx, words)

function withText(html: string): DrawnProject {
  const drawn = draw('quirk Q\nsource A | x')
  const [answer] = drawn.question_answers
  if (answer) answer.answer = toHtml(parseHtml(html))
  return drawn
}

/** A GIF of this size, as far as anybody looks. */
const gif = (width: number, height: number) =>
  `data:image/gif;base64,${Buffer.from([...Buffer.from('GIF89a'), width & 255, width >> 8, height & 255, height >> 8, 0, 0, 0]).toString('base64')}`

describe('a Word document', () => {
  test('has every source on a page of its own, and every highlight and memo as a comment on its very words', async () => {
    const file = seen(
      await docx(`
quirk Trust
quirk Doubt & fear
source Anna | I [1:trusted [2:him]1:Trust until]2:{Doubt & fear}@Ben the [["letter]Trust
            | came]"two lines"@Ben. [😀]Trust
source Ben | [No.]Trust
`),
    )
    expect(file.paragraphs).toEqual([
      'Heading1: Anna',
      'I trusted him until the "letter',
      'came. 😀',
      'Heading1: Ben',
      'No.',
    ])
    expect(file.pages).toEqual(['Ben'])
    expect(file.comments.toSorted()).toEqual(
      [
        'me: Trust by me | trusted him',
        'Ben: Doubt & fear by Ben | him until',
        'me: Trust by me | "letter',
        'me: Trust by me | 😀',
        'me: Trust by me | No.',
        'Ben: two lines | "letter¶came',
      ].toSorted(),
    )
  })

  test('a question without words has a heading only behind another, so that the text does not grow from export to import', async () => {
    const both = 'question 2 Why?\nsource Anna | I trust him.\nanswer Anna 2 | Because.'
    expect(seen(await docx(both)).paragraphs).toEqual(['Heading1: Anna', 'I trust him.', 'Heading2: Why?', 'Because.'])
  })

  test('of several questions has them as headings, and leaves out what nobody answered', async () => {
    const { paragraphs } = seen(
      await docx(`
question 1 Why?
question 2
question 3 How?
source Anna | Because.
answer Anna 2 | Nothing.
source -
`),
    )
    expect(paragraphs).toEqual([
      'Heading1: Anna',
      'Heading2: Why?',
      'Because.',
      'Heading2: Question 2',
      'Nothing.',
      'Heading1: -',
    ])
  })

  test('keeps marks, lists, lines and images, which another reader finds', async () => {
    const html = `<p>a <b>bold <i>both</i></b> <u>under</u> <mark>m</mark>&#9;t<br>second</p><ul><li>one<ul><li>two</li></ul></li></ul><p><img src="${gif(10, 5)}" alt="a &quot;view&quot;"></p>`
    const file = await docx(withText(html))
    expect(seen(file).paragraphs).toEqual([
      'Heading1: A',
      'a bold both under m\tt\nsecond',
      'ListParagraph: one',
      'ListParagraph: two',
      '[10×5]',
    ])
    const { value, messages } = await mammoth.convertToHtml(
      { buffer: file },
      { styleMap: ['u => u', 'highlight => mark'] },
    )
    expect(value).toBe(
      `<h1>A</h1><p>a <strong>bold <em>both</em></strong> <u>under</u> <mark>m</mark>\tt<br />second</p><ul><li>one<ul><li>two</li></ul></li></ul><p><img alt="a &quot;view&quot;" src="${gif(10, 5)}" /></p>`,
    )
    expect(messages).toEqual([])
  })

  test('has images of 400 × 400 at most in their proportion, each once', async () => {
    const html = [gif(800, 200), gif(300, 1200), gif(400, 400), gif(800, 200)].map((src) => `<p><img src="${src}"></p>`)
    const file = await docx(withText(html.join('')))
    expect(seen(file).paragraphs.slice(1)).toEqual(['[400×100]', '[100×400]', '[400×400]', '[400×100]'])
    expect(Object.keys(unzipSync(file)).filter((name) => name.includes('media'))).toHaveLength(3)
  })

  test('sets 150 after every paragraph', async () => {
    const xml = strFromU8(unzipSync(await docx('source A | x\n | y'))['word/document.xml'] ?? new Uint8Array())
    expect(xml.match(/<w:p>/g)).toHaveLength(3)
    expect(xml.match(/<w:spacing w:after="150"\/>/g)).toHaveLength(3)
  })

  test('places what lies outside a text at its end, and an empty memo where it is', async () => {
    const drawn = draw('quirk Q\nsource A | [words]Q and ["more]"x"')
    for (const highlight of drawn.highlights) Object.assign(highlight, { start: 8, length: 1000 })
    for (const memo of drawn.memos) Object.assign(memo, { start: 3, length: 0 })
    expect(seen(await docx(drawn)).comments).toEqual(['me: Q by me | d "more', 'me: x | '])
  })
})

test('what has no name is called as asked', async () => {
  const drawn = draw('quirk Q\nsource A | [x]Q')
  for (const row of [...drawn.sources, ...drawn.quirks]) row.title = ' '
  const { paragraphs, comments } = seen(await docx(drawn))
  expect([paragraphs[0], comments]).toEqual(['Heading1: No title', ['me: No name by me | x']])
})

describe('single documents', () => {
  test('are an archive of files named by their titles, each a document', async () => {
    const archive = unzipSync(
      await exported('quirk Q\nsource A/B | [one]Q\nsource a:b | two\nsource con | three', writeDocxEach, words),
    )
    expect(Object.keys(archive)).toEqual(['A-B.docx', 'a-b (2).docx', 'con-.docx'])
    const [first, second] = Object.values(archive).map(seen)
    expect(first?.comments).toEqual(['me: Q by me | one'])
    expect([first?.pages, second?.pages]).toEqual([[], []])
    expect(second?.paragraphs).toEqual(['Heading1: a:b', 'two'])
  })

  test('names are taken by every system', () => {
    const name = fileNames('.docx', 'Untitled')
    expect(name('../../etc/passwd')).toBe('-..-etc-passwd.docx')
    expect(name('..')).toBe('Untitled.docx')
    expect(name('x (2)')).toBe('x (2).docx')
    expect(name('x')).toBe('x.docx')
    expect(name('X')).toBe('X (3).docx')
    expect(name('é'.normalize('NFD'))).toBe(`${'é'.normalize('NFD')}.docx`)
    expect(name('é'.normalize('NFC'))).toBe(`${'é'.normalize('NFC')} (2).docx`)
    expect(name('lpt1.notes')).toBe('lpt1-.notes.docx')
    expect(name('a\u202egnp.exe ')).toBe('a-gnp.exe.docx')
    expect(Buffer.byteLength(name('😀'.repeat(1000)))).toBeLessThan(220)
  })
})

test('sizes are read of every kind of image, and of none that is cut off', () => {
  const png = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 0, 1, 0, 0, 0, 0, 9])])
  expect(imageSize('png', png)).toEqual({ width: 256, height: 9 })
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 7, 1, 2])
  expect(imageSize('jpeg', jpeg)).toEqual({ width: 258, height: 7 })
  const webp = (kind: string, ...bytes: number[]) =>
    imageSize('webp', Buffer.concat([Buffer.alloc(12), Buffer.from(kind), Buffer.from(bytes), Buffer.alloc(4)]))
  expect(webp('VP8X', 0, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 4, 0, 0)).toEqual({ width: 266, height: 5 })
  expect(webp('VP8 ', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 44, 1, 200, 0)).toEqual({ width: 300, height: 200 })
  expect(webp('VP8L', 0, 0, 0, 0, 0x2f, 0x63, 0x40, 0, 0)).toEqual({ width: 100, height: 2 })
  for (const kind of ['png', 'jpeg', 'gif', 'webp'] as const) expect(imageSize(kind, png.subarray(0, 5))).toBeNull()
})
