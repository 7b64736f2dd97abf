import { describe, expect, test } from 'vitest'
import { readTimedWords } from '../../src/model/sound/timedWords.ts'
import { isCanonicalHtml, parseHtml } from '../../src/model/text/richText.ts'
import { readSources } from './readSources.ts'
import { pixel } from './testing/docxFile.ts'
import { odtFile, textStyle } from './testing/odtFile.ts'
import { type PdfText, pdfFile, pdfLines } from './testing/pdfFile.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

async function read(name: string, file: Uint8Array | string) {
  const result = await readSources({ name, bytes: typeof file === 'string' ? utf8(file) : file })
  if ('problem' in result) throw new Error(JSON.stringify(result.problem))
  const html = result.ok.sources[0]?.html ?? ''
  expect(isCanonicalHtml(html)).toBe(true)
  return { html, text: parseHtml(html).text, notes: result.ok.notes.map(({ file, ...note }) => note) }
}

/** Its text, and what of it has which times. */
async function timedIn(name: string, file: string) {
  const result = await readSources({ name, bytes: utf8(file) })
  if ('problem' in result) throw new Error(JSON.stringify(result.problem))
  const [source] = result.ok.sources
  const timed = readTimedWords(source?.recording?.words ?? '')
  const times = timed?.words.map(({ from, to, begins, ends }) => [timed.text.slice(from, to), begins, ends])
  return { text: timed?.text, times, shown: parseHtml(source?.html ?? '').text }
}

async function problemOf(name: string, file: string) {
  const result = await readSources({ name, bytes: utf8(file) })
  return 'problem' in result ? result.problem : null
}

const spoken = (word: string, start: number) => ({ word, start, end: start + 0.5 })
const said = (text: string, from: number) => ({ text, from, to: from + 500 })

describe('.pdf', () => {
  const text = async (...pages: PdfText[][]) => (await read('a.pdf', pdfFile(pages.map((texts) => ({ texts }))))).text
  // About as wide as a line of 60 letters of this size.
  const full = (words: string) => `${words} `.repeat(20).slice(0, 75).trimEnd()

  test('lines are joined; a wider gap, an indentation, a line with room left, a bullet begin a paragraph', async () => {
    const [a, b] = [full('abc def'), full('ghi jkl')]
    expect(await text([...pdfLines([a, b, 'end.'], 72, 760), ...pdfLines([b, 'end.'], 72, 700)])).toBe(
      `${a} ${b} end.\n${b} end.`,
    )
    expect(await text([...pdfLines([a, b], 72), ...pdfLines([b], 90, 736), ...pdfLines([a], 72, 724)])).toBe(
      `${a} ${b}\n${b} ${a}`,
    )
    expect(await text(pdfLines([a, 'Short.', b, '• one', '• two']))).toBe(`${a} Short.\n${b}\n• one\n• two`)
  })

  test('words divided at the end of a line are one; a hyphen stays where the document has the word with it', async () => {
    const lines = [`${full('lorem ipsum').slice(0, 60)} well-`, `known and ${full('dolor').slice(0, 50)} trans-`]
    expect(
      await text([...pdfLines([...lines, 'lation and ends.']), ...pdfLines(['A well-known one.'], 72, 600)]),
    ).toMatch(/well-known and .* translation and ends\.\nA well-known one\.$/)
  })

  test('ligatures are letters', async () => {
    expect(await text(pdfLines(['The ﬁrst ofﬁce ﬂoor.']))).toBe('The first office floor.')
  })

  test('columns are read one after the other, what lies across them before', async () => {
    const column = (word: string) => Array.from({ length: 8 }, (_, i) => `${word} ${i} is a line of this column`)
    const page = [
      { text: 'A title across both of the columns of this page, from left to right', x: 72, y: 800, size: 12 },
      ...pdfLines(column('left'), 72, 760),
      ...pdfLines(column('right'), 320, 760),
    ]
    // As they are written in the file must not matter.
    expect(await text(page.toReversed())).toBe(`${page[0]?.text}\n${[...column('left'), ...column('right')].join(' ')}`)
  })

  test('two justified columns with a narrow gutter are read one after the other', async () => {
    // Each line ends where the column ends, and the gutter is hardly wider than a gap between words.
    const column = (word: string) =>
      Array.from({ length: 12 }, (_, i) => `${word} ${'i'.repeat(1 + (i % 4))} is a line of this`)
    const justified = (lines: readonly string[], x: number, last: number) =>
      pdfLines(lines, x, 760).flatMap((line) => [line, { ...line, text: 'column.', x: last }])
    const page = [...justified(column('left'), 72, 72 + 97), ...justified(column('right'), 212, 212 + 103)]
    const said = (word: string) => column(word).map((line) => `${line} column.`)
    expect((await text(page)).replace(/\s+/g, ' ')).toBe([...said('left'), ...said('right')].join(' '))
  })

  test('a running head without room between it and the text goes where five pages have it', async () => {
    const page = (n: number) =>
      pdfLines(['A study of gardens', full(`page ${n} abc`), full(`more ${n}`), full('ends')], 72, 790)
    const of = async (count: number) =>
      (await text(...Array.from({ length: count }, (_, n) => page(n)))).includes('A study of gardens')
    expect([await of(4), await of(5)]).toEqual([true, false])
  })

  test('titles and labels that stand on many slides stay, small running heads go', async () => {
    const slides = [1, 2, 3, 4].map((n) => ({
      size: [842, 595] as const,
      texts: [
        { text: 'What they said', x: 72, y: 520, size: 28 },
        { text: `Point ${n} of them all, at some length`.repeat(2), x: 72, y: 400, size: 18 },
        { text: 'Quiet', x: 72, y: 200, size: 18 },
        { text: 'A study of gardens', x: 72, y: 30, size: 8 },
        { text: `${n}`, x: 780, y: 30, size: 8 },
      ],
    }))
    const lines = (await read('a.pdf', pdfFile(slides))).text.split('\n')
    expect(lines.filter((line) => line.includes('What they said'))).toHaveLength(4)
    expect(lines.filter((line) => line.includes('Quiet'))).toHaveLength(4)
    expect(lines.filter((line) => line.includes('gardens'))).toHaveLength(0)
  })

  test('columns above lines of the whole width, with a heading between', async () => {
    const column = (word: string) => Array.from({ length: 6 }, (_, i) => `${word} ${i} is a line of this column`)
    const below = Array.from({ length: 12 }, () => full('whole'))
    const page = [
      ...pdfLines(column('left'), 72, 760),
      ...pdfLines([...column('right').slice(0, 5), 'the end of it all.'], 320, 760),
      { text: 'A heading', x: 72, y: 660, size: 12 },
      ...pdfLines(below, 72, 640),
    ]
    expect((await text(page)).split('\n')).toEqual([
      [...column('left'), ...column('right').slice(0, 5), 'the end of it all.'].join(' '),
      'A heading',
      below.join(' '),
    ])
  })

  test('wide lines in a document with narrow ones', async () => {
    const narrow = Array.from({ length: 6 }, () => full('narrow'))
    const wide = Array.from({ length: 6 }, () => full('wide'))
    expect(await text([...pdfLines(narrow, 72, 760), ...pdfLines(wide, 72, 640, { leading: 26 })])).toBe(
      `${narrow.join(' ')}\n${wide.join(' ')}`,
    )
  })

  test('names beside what was said are one line each', async () => {
    const page = ['Anna', 'Ben', 'Anna', 'Ben', 'Anna', 'Ben'].flatMap((name, i) => [
      { text: name, x: 72, y: 760 - 20 * i },
      { text: `says a few words, number ${i}.`, x: 180, y: 760 - 20 * i },
    ])
    expect((await text(page)).split('\n').slice(0, 2)).toEqual([
      'Anna\tsays a few words, number 0.',
      'Ben\tsays a few words, number 1.',
    ])
  })

  test('a page that is turned, and words that are', async () => {
    const up = [0, 1, 2].map((i) => ({
      text: `line ${i} goes up the page${i < 2 ? '' : '.'}`,
      x: 100 + 12 * i,
      y: 72,
      angle: 90,
    }))
    const rotated = pdfFile([
      { texts: up, rotate: 90 },
      { texts: [...pdfLines(['Main text.', 'More.']), { text: 'aside', x: 500, y: 300, angle: 270 }] },
    ])
    expect((await read('a.pdf', rotated)).text.split('\n')).toEqual([
      'line 0 goes up the page line 1 goes up the page line 2 goes up the page.',
      'Main text.',
      'More.',
      'aside',
    ])
  })

  test('heads, feet, page and line numbers are left out and said; a sentence runs on over the page', async () => {
    const pages = [1, 2, 3, 4].map((page) => [
      { text: 'Interview with Anna', x: 72, y: 810 },
      ...pdfLines([full(`page ${page} abc`), full('goes on')], 72, 740),
      { text: `${page}`, x: 300, y: 40 },
    ])
    const result = await read('a.pdf', pdfFile(pages.map((texts) => ({ texts }))))
    expect(result.text.split('\n')).toHaveLength(1)
    expect(result.text).not.toMatch(/Interview/)
    expect(result.notes).toEqual([{ kind: 'pageMarksLeftOut', count: 8, samples: 'Interview with Anna · 1' }])

    const numbered = [1, 2, 3, 4, 5].flatMap((line) => [
      { text: `${line}`, x: 40, y: 760 - 12 * line },
      { text: full('said'), x: 72, y: 760 - 12 * line },
    ])
    expect(await read('a.pdf', pdfFile([{ texts: numbered }]))).toMatchObject({
      text: Array(5).fill(full('said')).join(' '),
      notes: [{ kind: 'pageMarksLeftOut', count: 5, samples: '1, 2, 3' }],
    })
  })

  test('numbers at the edge of pages are left out by what the whole document shows: page numbers close to the text, line numbers of short pages, a number that begins the next page again', async () => {
    const edge = (number: string, y: number) => ({ text: number, x: 40, y })
    const closely = [1, 2, 3].map((page) => ({
      texts: pdfLines([`${page}`, ...'abcdef'.split('').map((letter) => full(letter))], 72, 760),
    }))
    expect(await read('a.pdf', pdfFile(closely))).toMatchObject({
      text: expect.not.stringMatching(/\d/),
      notes: [{ kind: 'pageMarksLeftOut', count: 3, samples: '1' }],
    })

    const numbered = (lines: readonly number[]) => ({
      texts: lines.flatMap((line, at) => [
        edge(`${line}`, 748 - 12 * at),
        ...pdfLines([full('said')], 72, 748 - 12 * at),
      ]),
    })
    expect(await read('a.pdf', pdfFile([numbered([1, 2, 3, 4, 5]), numbered([6, 7])]))).toMatchObject({
      text: expect.not.stringMatching(/\d/),
      notes: [{ kind: 'pageMarksLeftOut', count: 7, samples: '1, 2, 3' }],
    })

    const again = [
      { texts: [...pdfLines(['1 Anna: Yes.', '2 Ben: No.'], 60, 60), edge('3', 36)] },
      { texts: pdfLines(['3 Anna: Why?', '4 Ben: So.'], 60, 760) },
    ]
    expect(await read('a.pdf', pdfFile(again))).toMatchObject({
      text: expect.stringMatching(/^1 Anna: Yes\.\s2 Ben: No\.\n3 Anna: Why\?\s4 Ben: So\.$/),
      notes: [{ kind: 'pageMarksLeftOut', count: 1, samples: '3' }],
    })
  })

  test('numbers that say something stay: in a table, at the end of a page, by themselves on two pages', async () => {
    const pages = [
      { texts: [...pdfLines(['Year', 'Born', 'Moved'], 72, 700), ...pdfLines(['1950', '1951', '1970'], 300, 700)] },
      { texts: [...pdfLines([full('a'), full('b'), full('c'), '1971'], 72, 700)] },
      { texts: [...pdfLines([full('a'), full('b'), full('c'), '1973'], 72, 700)] },
    ]
    const result = await read('a.pdf', pdfFile(pages))
    for (const year of [1950, 1951, 1970, 1971, 1973]) expect(result.text).toContain(`${year}`)
    expect(result.notes).toEqual([])
  })

  test('a PDF without text is no source and points to OCR; single pages are counted; one that is cut off says so', async () => {
    const scanned = { kind: 'scanned', name: 'a.pdf', count: 2 }
    const bytes = pdfFile([{ texts: [] }, { texts: [] }])
    expect(await readSources({ name: 'a.pdf', bytes })).toEqual({ problem: scanned })
    expect((await read('a.pdf', pdfFile([{ texts: pdfLines(['x']) }, { texts: [] }]))).notes).toEqual([
      { kind: 'pagesWithoutText', count: 1 },
    ])
    const whole = pdfFile([{ texts: pdfLines(['Anna.']) }])
    expect(await read('a.pdf', whole.subarray(0, whole.length - 6))).toMatchObject({
      text: 'Anna.',
      notes: [{ kind: 'fileDamaged' }],
    })
  })
})

describe('.odt', () => {
  const html = async (body: string, styles = '') => (await read('a.odt', odtFile({ body, styles }))).html

  test('paragraphs, headings, marks through styles, spaces and tabs', async () => {
    const styles = [
      textStyle('B', 'fo:font-weight="bold"'),
      textStyle('BI', 'fo:font-style="italic"', 'B'),
      textStyle('N', 'fo:font-weight="normal"', 'BI'),
      textStyle('U', 'style:text-underline-style="solid" fo:background-color="#ffff00"'),
    ].join('')
    const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`
    const body = `<text:h>Interview</text:h><text:p>  a\n ${span('B', 'b')}${span('BI', 'c')}${span('N', 'd')} ${span('U', 'e')}</text:p><text:p>x<text:tab/>y<text:s text:c="2"/>z<text:line-break/>w</text:p>`
    expect(await html(body, styles)).toBe(
      '<p><b>Interview</b></p><p>a <b>b<em>c</em></b><em>d</em> <u><mark>e</mark></u></p><p>x&#9;y &#32;z<br>w</p>',
    )
  })

  test('lists, tables, notes, text boxes', async () => {
    const p = (text: string) => `<text:p>${text}</text:p>`
    const item = (content: string) => `<text:list-item>${content}</text:list-item>`
    const list = (content: string) => `<text:list>${content}</text:list>`
    const cell = (content: string) => `<table:table-cell>${content}</table:table-cell>`
    const row = (content: string) => `<table:table-row>${content}</table:table-row>`
    expect(await html(list(item(p('one') + p('more') + list(item(p('two')))) + item(p('three'))))).toBe(
      '<ul><li>one<br>more<ul><li>two</li></ul></li><li>three</li></ul>',
    )
    const table = `<table:table>${row(cell(p('a')) + cell(p('b')))}${row(cell(p('c')) + cell(p('d') + p('e')))}</table:table>`
    expect((await read('a.odt', odtFile({ body: table }))).text).toBe('a\tb\nc\td\ne')
    const note = `<text:note><text:note-citation>*</text:note-citation><text:note-body>${p('In May.')}</text:note-body></text:note>`
    expect((await read('a.odt', odtFile({ body: p(`He came.${note} Then`) + p('end') }))).text).toBe(
      'He came.[1] Then\nend\n[1] In May.',
    )
    const box = `<draw:frame><draw:text-box>${p('box')}</draw:text-box></draw:frame>`
    expect((await read('a.odt', odtFile({ body: p(`a${box}b`) }))).text).toBe('a\nbox\nb')
  })

  test('images by what they are; deleted text, formulas are left out', async () => {
    const image = (href: string) =>
      `<draw:frame><draw:image xlink:href="${href}"/><svg:title>t</svg:title><svg:desc>A dot</svg:desc></draw:frame>`
    const body = `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:p>a${image('Pictures/a.png')}${image('http://127.0.0.1:9/x.png')}<math:math>x</math:math></text:p>`
    const result = await read('a.odt', odtFile({ body, entries: { 'Pictures/a.png': pixel } }))
    expect(result.html).toMatch(/^<p>a<img src="data:image\/png;base64,iVBOR[^"]+" alt="A dot"><\/p>$/)
    expect(result.notes).toEqual([
      { kind: 'imagesLeftOut', count: 1 },
      { kind: 'partsLeftOut', parts: 'math' },
    ])
  })

  test('one with a password is refused', async () => {
    const manifest = utf8('<manifest:encryption-data/>')
    const bytes = odtFile({ body: '', entries: { 'META-INF/manifest.xml': manifest } })
    expect(await readSources({ name: 'a.odt', bytes })).toEqual({
      problem: { kind: 'conversionFailed', name: 'a.odt', detail: 'it is password-protected' },
    })
  })
})

describe('.rtf', () => {
  const rtf = (body: string) =>
    read('a.rtf', `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}${body}}`)

  test('marks, paragraphs, lines, tabs, lists as text', async () => {
    expect((await rtf('\\b Anna:\\b0\\tab{\\i it} {\\ul un}\\line next\\par{\\listtext 1.\\tab}one\\par')).html).toBe(
      '<p><b>Anna:</b>&#9;<em>it</em> <u>un</u><br>next</p><p>1.&#9;one</p>',
    )
  })

  test('characters by number, by code page and by font', async () => {
    expect(
      (await rtf("caf\\'e9 \\'93q\\'94 \\u8364? \\u-10179?\\u-8704? {\\f1\\'cf\\'f0} {\\f2\\'93\\'fa} \\uc0\\u233e"))
        .text,
    ).toBe('café “q” € 😀 Пр 日 ée')
  })

  test('rows of tables, fields, notes; pictures are counted, hidden text and destinations are left out', async () => {
    const result = await rtf(
      '{\\info{\\title x}}{\\*\\unknown x}a{\\footnote In May.}{\\v hidden}{\\pict 8950}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}\\par\\trowd b\\cell c\\cell\\row d',
    )
    expect(result.text).toBe('a[1]link\nb\tc\nd\n[1] In May.')
    expect(result.notes).toEqual([{ kind: 'picturesNotRead', count: 1 }])
  })
})

describe('web pages', () => {
  test.each([
    ['<meta charset="iso-8859-1"><p>It\u0092s \u0080</p>', 'It’s €'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>\u00cf\u00f0</p>', 'Пр'],
    ['<meta charset="utf-8"><p>It\u0092s</p>', 'It’s'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><p>\u00b1</p>', 'ą'],
    ['<p>&#146;&#x92;&eacute;</p>', '’’é'],
  ])('%j', async (page, text) => {
    const bytes = Uint8Array.from(page, (unit) => unit.charCodeAt(0))
    expect((await read('a.html', bytes)).text).toBe(text)
  })

  test('headings are bold; scripts, style sheets and images from elsewhere are left out and counted', async () => {
    const result = await read(
      'a.htm',
      `<title>T</title><style>p{}</style><h1>Head</h1><p>a<img src="x.png" alt="alt"><img src="data:image/gif;base64,R0lG">b</p><script>x</script>`,
    )
    expect(result.html).toBe('<p><b>Head</b></p><p>aalt<img src="data:image/gif;base64,R0lG" alt="">b</p>')
    expect(result.notes).toEqual([
      { kind: 'scriptsLeftOut', count: 2 },
      { kind: 'remoteImagesLeftOut', count: 1 },
    ])
  })
})

describe('.md', () => {
  test('headings, marks, lists, tables; what stands in front is text; HTML is made safe', async () => {
    const md =
      '---\ntitle: T\n---\n# Head\n\n**a** *b*\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<u>x</u><script>x</script>'
    expect((await read('a.md', md)).html).toBe(
      '<p>title: T</p><p><b>Head</b></p><p><b>a</b> <em>b</em></p><ul><li>one<ul><li>two</li></ul></li></ul><p>a&#9;b</p><p>1&#9;2</p><p><u>x</u></p>',
    )
  })

  test('what is tangled is read as it is, and that is said', async () => {
    const md = '>'.repeat(500)
    expect(await read('a.md', md)).toMatchObject({ text: md, notes: [{ kind: 'readAsText' }] })
  })
})

describe('subtitles', () => {
  test('.srt: a paragraph a cue, with its time', async () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Hello</i>\r\nyou & me\r\n\r\n2\r\n01:02:03,500 --> 01:02:04,000\r\n3 < 4\r\n'
    expect((await read('a.srt', srt)).html).toBe(
      '<p>[00:00:01] <i>Hello</i> you &amp; me</p><p>[01:02:03] 3 &lt; 4</p>',
    )
  })

  test('.vtt: cues of one speaker are joined; notes are left out', async () => {
    const vtt =
      'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 line:0\n<v Anna>I <c.x>trust</c></v>\n\n00:03.000 --> 00:04.000\n<v Anna>him.\n\nname\n01:00:05.000 --> 01:00:06.000\n<v.loud Ben>No.\n'
    expect(await read('a.vtt', vtt)).toMatchObject({
      text: '[00:00:01] Anna: I trust him.\n[01:00:05] Ben: No.',
      notes: [{ kind: 'partsLeftOut', parts: 'NOTE' }],
    })
  })

  test('each line of a cue has its time', async () => {
    const vtt =
      'WEBVTT\n\n00:01.000 --> 00:02.500\n<v Anna>I <b>trust</b></v>\n\n00:03.000 --> 00:04.000\n<v Anna>him &amp; her.\n'
    const { text, times } = await timedIn('a.vtt', vtt)
    expect(text).toBe('[00:00:01] Anna: I trust him & her.')
    expect(times).toEqual([
      ['I trust', 1000, 2500],
      ['him & her.', 3000, 4000],
    ])
  })
})

describe('transcripts of Whisper', () => {
  test.each([
    [
      'with times of words',
      {
        text: '',
        segments: [{ start: 1, end: 2.5, text: ' I trust.', words: [spoken(' I', 1), spoken(' trust.', 1.5)] }],
      },
    ],
    [
      'of whisperX, where a word has no time',
      { segments: [{ start: 1, end: 2, text: 'I trust.', words: [spoken('I', 1), { word: 'trust.' }] }] },
    ],
    [
      'of Thicket',
      { language: 'en', segments: [{ from: 1000, to: 2000, words: [said('I', 1000), said('trust.', 1500)] }] },
    ],
  ])('%s', async (_, file) => {
    const { text, times } = await timedIn('a.json', JSON.stringify(file))
    expect(text).toBe('I trust.')
    expect(times).toEqual([
      ['I', 1000, 1500],
      ['trust.', 1500, 2000],
    ])
  })

  test('of whisper.cpp: each segment has one time', async () => {
    const file = { transcription: [{ offsets: { from: 0, to: 900 }, text: ' I trust.' }] }
    expect((await timedIn('a.json', JSON.stringify(file))).times).toEqual([['I trust.', 0, 900]])
  })

  test.each([['{"sources":[]}'], ['[]'], ['no JSON'], ['{"segments":[{"text":"a"}]}'], ['{"segments":[null]}']])(
    '%s is none',
    async (json) => expect(await problemOf('a.json', json)).toMatchObject({ kind: 'fileTypeNotSupported' }),
  )
})
