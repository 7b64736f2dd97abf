import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { containerOf, endsOf, largestFile } from '../../src/model/importedKinds.ts'
import { isCanonicalHtml, parseHtml } from '../../src/model/text/richText.ts'
import type { ImportNote } from './imported.ts'
import { readSources } from './readSources.ts'
import { docxFile, listItem, paragraph, picture, pixel, run, table } from './testing/docxFile.ts'
import { epubFile } from './testing/epubFile.ts'
import { odtFile } from './testing/odtFile.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Title, plain text, HTML and notes of a file that can be read. */
async function read(name: string, bytes: Uint8Array) {
  const result = await readSources({ name, bytes })
  if ('problem' in result) throw new Error(JSON.stringify(result.problem))
  const [source] = result.ok.sources
  if (!source || result.ok.sources.length !== 1) throw new Error('not one source')
  expect(isCanonicalHtml(source.html)).toBe(true)
  return { ...source, text: parseHtml(source.html).text, notes: result.ok.notes }
}

async function problemOf(name: string, bytes: Uint8Array) {
  const result = await readSources({ name, bytes })
  if (!('problem' in result)) throw new Error(`${name} was read`)
  return result.problem
}

describe('which files', () => {
  test('a text of nothing is a source without a text, and that is said', async () => {
    for (const kind of endsOf('document').filter((end) => containerOf(end) === undefined))
      expect(await readSources({ name: `Anna.${kind}`, bytes: new Uint8Array() })).toEqual({
        ok: { sources: [{ title: 'Anna', html: '' }], notes: [{ kind: 'noText', file: `Anna.${kind}` }] },
      })
  })

  test.each([
    ['Anna.docx', 'a Word document'],
    ['Anna.ODT', 'an OpenDocument text'],
    ['Anna.pdf', 'a PDF document'],
  ])('%s of nothing is none', async (name, what) => {
    expect(await problemOf(name, new Uint8Array())).toEqual({
      kind: 'conversionFailed',
      name,
      detail: `it is empty, not ${what}`,
    })
  })

  test.each([
    ['PK\u0003\u0004rest', '; it looks like a zip archive, as Word and OpenDocument files are'],
    ['<!DOCTYPE html><html>', '; it looks like a web page'],
    ['{\\rtf1 Anna}', '; it looks like rich text (.rtf)'],
    ['Anna: I trusted him.', '; it looks like plain text'],
    ['\u0001\u0000\u0002\u0000\u0000\u0003'.repeat(99), ''],
  ])('a PDF that is none: %j', async (bytes, seen) => {
    expect(await problemOf('Anna.pdf', utf8(bytes))).toMatchObject({ detail: `it is not a PDF document${seen}` })
  })

  test('documents in any case; others are not supported', async () => {
    expect((await read('A.TXT', utf8('a'))).title).toBe('A')
    for (const name of ['a.doc', 'a', 'docx', 'a.docx.exe'])
      expect(await problemOf(name, utf8('a'))).toEqual({ kind: 'fileTypeNotSupported', name })
  })

  test('the title is the name without its end and its folders, as one clean line', async () => {
    expect((await read('C:\\data\\field/Anna  K.\n(2).txt', utf8('a'))).title).toBe('Anna K. (2)')
    expect((await read('.txt', utf8('a'))).title).toBe('.txt')
    expect((await read(`${'😀'.repeat(1500)}.txt`, utf8('a'))).title.isWellFormed()).toBe(true)
  })

  test('over 50 MB is refused before it is read', async () => {
    const bytes = new Uint8Array(largestFile.document + 1)
    expect(await problemOf('big.txt', bytes)).toEqual({
      kind: 'fileTooLarge',
      name: 'big.txt',
      most: largestFile.document,
    })
    expect(await problemOf('big.docx', bytes)).toEqual({
      kind: 'fileTooLarge',
      name: 'big.docx',
      most: largestFile.document,
    })
  })

  test('progress rises to 1; an aborted signal ends the work', async () => {
    const parts: number[] = []
    await readSources({ name: 'a.docx', bytes: docxFile({ body: paragraph('a') }) }, (part) => parts.push(part))
    expect(parts).toEqual([...parts].sort())
    expect(parts.at(-1)).toBe(1)
    for (const at of parts.slice(0, -1)) {
      const control = new AbortController()
      const abort = (part: number) => {
        if (part >= at) control.abort()
      }
      const stopped = readSources({ name: 'a.docx', bytes: docxFile({ body: paragraph('a') }) }, abort, control.signal)
      await expect(stopped).rejects.toThrow(/abort/i)
    }
  })
})

describe('.txt', () => {
  const text = 'Anna: "Ça va?"\nBen: 😀 — ja.\n\n\tEnd'
  const utf16 = (order: 'le' | 'be') =>
    Uint8Array.from(
      [...text]
        .join('')
        .split('')
        .flatMap((unit) => {
          const code = unit.charCodeAt(0)
          return order === 'le' ? [code & 255, code >> 8] : [code >> 8, code & 255]
        }),
    )
  const encodings: [string, Uint8Array, string | null][] = [
    ['UTF-8', utf8(text), null],
    ['UTF-8 with a byte order mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8(text)]), null],
    ['UTF-16 LE with a byte order mark', Uint8Array.from([0xff, 0xfe, ...utf16('le')]), null],
    ['UTF-16 BE with a byte order mark', Uint8Array.from([0xfe, 0xff, ...utf16('be')]), null],
    ['UTF-16 LE', utf16('le'), 'UTF-16 LE'],
    ['UTF-16 BE', utf16('be'), 'UTF-16 BE'],
  ]
  test.each(encodings)('%s', async (_, bytes, guessed) => {
    const { text: got, notes } = await read('a.txt', bytes)
    expect(got).toBe(text)
    expect(notes).toEqual(guessed ? [{ kind: 'encoding', file: 'a.txt', encoding: guessed }] : [])
  })

  test('Windows-1252 where it is not UTF-8', async () => {
    const bytes = Uint8Array.from([0x93, 0x43, 0x61, 0x66, 0xe9, 0x94, 0x20, 0x80])
    const { text: got, notes } = await read('a.txt', bytes)
    expect(got).toBe('“Café” €')
    expect(notes).toEqual([{ kind: 'encoding', file: 'a.txt', encoding: 'Windows-1252' }])
  })

  test('controls of the C1 set are the quotes and dashes of Windows-1252 that were taken for Latin 1', async () => {
    const { text: got, notes } = await read('a.txt', utf8('\u0093Caf\u00e9\u0094 \u0096 it\u0092s'))
    expect(got).toBe('“Café” – it’s')
    expect(notes).toEqual([{ kind: 'windows1252', file: 'a.txt', count: 4 }])
  })

  test('UTF-8 cut within a character stays UTF-8', async () => {
    const { text: got, notes } = await read('a.txt', utf8('äöü '.repeat(10).concat('€')).subarray(0, -1))
    expect(got).toBe(`${'äöü '.repeat(10)}\uFFFD`)
    expect(notes.map((note) => note.kind)).toEqual(['encoding', 'charactersReplaced'])
  })

  test('CRLF, CR, form feeds are line breaks; other controls are replaced and counted, what was U+FFFD is not', async () => {
    const { text: got, notes } = await read('a.txt', utf8('a\r\nb\rc\fd\ve\u0001f\uFFFD'))
    expect(got).toBe('a\nb\nc\nd\ne\uFFFDf\uFFFD')
    expect(notes).toEqual([{ kind: 'charactersReplaced', file: 'a.txt', count: 1 }])
  })

  test('a paragraph over 20,000 characters is cut, and no position moves', async () => {
    const long = 'A sentence of some words. '.repeat(2000)
    const { text: got, notes } = await read('a.txt', utf8(long))
    expect(got.replaceAll('\n', ' ')).toBe(long)
    expect(notes).toEqual([{ kind: 'paragraphsSplit', file: 'a.txt', count: 2 }])
    expect(Math.max(...got.split('\n').map((line) => line.length))).toBeLessThanOrEqual(20_000)
  })

  test('HTML in it is text', async () => {
    expect((await read('a.txt', utf8('<script>alert(1)</script> & <b>x</b>'))).text).toBe(
      '<script>alert(1)</script> & <b>x</b>',
    )
  })

  test('an empty file is an empty source, and that is said', async () => {
    expect(await read('a.txt', new Uint8Array())).toMatchObject({
      html: '',
      notes: [{ kind: 'noText', file: 'a.txt' }],
    })
  })

  test('bytes that are no text are refused', async () => {
    const bytes = Uint8Array.from({ length: 4000 }, (_, i) => (i % 7 < 3 ? 0 : (i * 37) % 256))
    expect(await problemOf('a.txt', bytes)).toMatchObject({ kind: 'conversionFailed', name: 'a.txt' })
  })
})

describe('.docx', () => {
  const html = async (body: string) => (await read('a.docx', docxFile({ body }))).html

  test('paragraphs, bold, italic, underlined, highlighted, headings, emoji, combining marks', async () => {
    const body = [
      paragraph('Interview 1', '<w:pStyle w:val="Heading1"/>'),
      paragraph(
        run('Anna: ', '<w:b/>') +
          run('I trusted ') +
          run('him', '<w:i/>') +
          run(' 😀 e\u0301', '<w:u w:val="single"/>'),
      ),
      paragraph(run('marked', '<w:highlight w:val="yellow"/>')),
    ]
    expect(await html(body.join(''))).toBe(
      '<p><b>Interview 1</b></p><p><b>Anna: </b>I trusted <em>him</em><u> 😀 e\u0301</u></p><p><mark>marked</mark></p>',
    )
  })

  test('lists within lists', async () => {
    expect(await html([listItem('one'), listItem('two', 1), listItem('three')].join(''))).toBe(
      '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>',
    )
  })

  test('a row of one-paragraph cells is one line; longer cells keep their paragraphs', async () => {
    const body = table([
      [paragraph('Anna'), paragraph('I trusted him.')],
      [paragraph('Ben'), paragraph('Yes.') + paragraph('No.')],
    ])
    expect((await read('a.docx', docxFile({ body }))).text).toBe('Anna\tI trusted him.\nBen\nYes.\nNo.')
  })

  test('footnotes stand at the end under their numbers', async () => {
    const body = paragraph(`${run('He came.')}<w:r><w:footnoteReference w:id="2"/></w:r>`)
    const footnotes = `<w:footnote w:id="2">${paragraph('In May.')}</w:footnote>`
    expect((await read('a.docx', docxFile({ body, footnotes }))).text).toBe('He came.[1]\n[1] In May.')
  })

  test('tabs, spaces, line and page breaks are kept', async () => {
    const body = paragraph(
      `${run('Anna:')}<w:r><w:tab/></w:r>${run('one  two')}<w:r><w:br/></w:r>${run('three')}<w:r><w:br w:type="page"/></w:r>${run('four')}`,
    )
    expect((await read('a.docx', docxFile({ body }))).text).toBe('Anna:\tone  two\nthree\nfour')
  })

  test('boxes, inserted text, phonetic guides, simple fields and right-to-left runs are read; deleted text is not', async () => {
    const body = [
      paragraph(`<w:ins>${run('in')}</w:ins><w:del><w:r><w:delText>out</w:delText></w:r></w:del>`),
      paragraph(`<w:r><w:ruby><w:rt>${run('kan')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>`),
      paragraph(
        `<w:fldSimple w:instr=" AUTHOR ">${run('Anna')}</w:fldSimple><w:bdo w:val="rtl">${run('שלום')}</w:bdo>`,
      ),
      paragraph(
        `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' yes')}`,
      ),
    ]
    expect((await read('a.docx', docxFile({ body: body.join('') }))).text).toBe('in\n漢\nAnnaשלום\n☒ yes')
  })

  test('tracked changes are read as accepted, formulas as their signs, and both are told', async () => {
    const sign = (text: string) => `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>${text}</m:t></m:r>`
    const body = [
      paragraph(
        `${run('I ')}<w:ins>${run('never ')}</w:ins><w:del><w:r><w:delText>always </w:delText></w:r></w:del><w:moveFrom>${run('gone')}</w:moveFrom>${run('trusted him')}<w:moveTo>${run(' here')}</w:moveTo>`,
      ),
      paragraph(
        `${run('So ')}<m:oMathPara><m:oMath><m:sSup><m:e>${sign('x')}</m:e><m:sup>${sign('2')}</m:sup></m:sSup>${sign('=')}<m:f><m:fPr><m:ctrlPr/></m:fPr><m:num>${sign('a')}</m:num><m:den>${sign('b')}</m:den></m:f></m:oMath></m:oMathPara>`,
      ),
    ]
    expect(await read('a.docx', docxFile({ body: body.join('') }))).toMatchObject({
      text: 'I never trusted him here\nSo x^2=a/b',
      notes: [
        { kind: 'changesAccepted', count: 4 },
        { kind: 'formulasAsText', count: 1 },
      ],
    })
  })

  test('tracked changes of OpenDocument are told too', async () => {
    const gone =
      '<text:changed-region text:id="c"><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region>'
    const body = `<text:tracked-changes>${gone}</text:tracked-changes><text:p>I trusted<text:change text:change-id="c"/> him.</text:p>`
    expect(await read('a.odt', odtFile({ body }))).toMatchObject({
      text: 'I trusted him.',
      notes: [{ kind: 'changesAccepted', count: 1 }],
    })
  })

  test('images are kept by what they are; others are left out and counted, with formulas', async () => {
    const body = paragraph(`${run('a')}${picture('p')}${picture('e')}<m:oMath/>`)
    const images = { p: { name: 'one.emf', bytes: pixel }, e: { name: 'two.png', bytes: utf8('not an image') } }
    const got = await read('a.docx', docxFile({ body, images }))
    expect(got.html).toMatch(/^<p>a<img src="data:image\/png;base64,iVBOR[^"]+" alt=""><\/p>$/)
    const file = 'a.docx'
    expect(got.notes).toEqual([
      { kind: 'imagesLeftOut', file, count: 1 },
      { kind: 'formulasAsText', file, count: 1 },
    ] satisfies ImportNote[])
  })

  test('links are their text only, and a script in text is text', async () => {
    const body = paragraph(
      `<w:hyperlink w:anchor="x">${run('here')}</w:hyperlink>${run('&lt;img src=x onerror=alert(1)&gt;')}`,
    )
    expect(await html(body)).toBe('<p>here&lt;img src=x onerror=alert(1)&gt;</p>')
  })

  test('an embedded style map is not obeyed', async () => {
    const entries = { 'mammoth/style-map': utf8('p => script') }
    expect((await read('a.docx', docxFile({ body: paragraph('x'), entries }))).html).toBe('<p>x</p>')
  })
})

describe('hostile .docx: a problem that names the file, at once', () => {
  const whole = docxFile({ body: Array.from({ length: 200 }, (_, i) => paragraph(`Line ${i}`)).join('') })
  const failed = (bytes: Uint8Array) =>
    expect(problemOf('x.docx', bytes)).resolves.toMatchObject({ kind: 'conversionFailed', name: 'x.docx' })
  const withXml = (xml: string) => docxFile({ body: '', entries: { 'word/document.xml': utf8(xml) } })

  test('text, the old .doc format, another zip', async () => {
    await failed(utf8('Anna: I trusted him.'))
    await failed(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...new Uint8Array(600)]))
    await failed(zipSync({ mimetype: utf8('x') }))
  })

  test('cut off anywhere', async () => {
    for (let end = 1; end < whole.length; end += 97) await failed(whole.subarray(0, end))
  })

  test('any byte changed: read, or refused with its name', async () => {
    let refused = 0
    for (let at = 0; at < whole.length; at += 61) {
      const bytes = whole.slice()
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const result = await readSources({ name: 'x.docx', bytes })
      if ('problem' in result) expect(result.problem).toMatchObject({ name: 'x.docx' })
      if ('problem' in result) refused += 1
    }
    expect(refused).toBeGreaterThan(10)
  })

  test('a bomb: 33 MB of XML in 35 kB, declared and not; too many entries', async () => {
    const bomb = zipSync({ 'word/document.xml': new Uint8Array(33 * 1024 * 1024) }, { level: 1 })
    expect(await problemOf('x.docx', bomb)).toEqual({
      ...{ kind: 'fileTooLarge', name: 'x.docx' },
      ...{ most: 32 * 1024 * 1024, bound: 'unpacked' },
    })
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.byteLength)
    const directory = view.getUint32(bomb.length - 22 + 16, true)
    view.setUint32(directory + 24, 10, true)
    await failed(bomb)
    const many = zipSync(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, new Uint8Array()])), {
      level: 0,
    })
    expect(await problemOf('x.docx', many)).toMatchObject({ most: 10_000, bound: 'entries' })
  })

  test('entries that lie over each other', async () => {
    const one = zipSync({ 'word/document.xml': new Uint8Array(1024 * 1024) }, { level: 9 })
    const at = new DataView(one.buffer, one.byteOffset).getUint32(one.length - 22 + 16, true)
    const entry = one.subarray(at, one.length - 22)
    const end = one.slice(one.length - 22)
    const view = new DataView(end.buffer)
    view.setUint16(8, 200, true)
    view.setUint16(10, 200, true)
    const overlapped = new Uint8Array(at + 200 * entry.length + 22)
    overlapped.set(one.subarray(0, at))
    for (let i = 0; i < 200; i++) overlapped.set(entry, at + i * entry.length)
    overlapped.set(end, at + 200 * entry.length)
    expect('problem' in (await readSources({ name: 'x.docx', bytes: overlapped }))).toBe(true)
  })

  test('entities that multiply, files that would be read, XML nested without end', async () => {
    await failed(withXml('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'))
    await failed(withXml('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'))
    await failed(withXml('<w:p>'.repeat(200_000)))
    await failed(withXml('<w:bdo '.repeat(1_000_000)))
    await failed(withXml('no xml at all'))
  })
})

describe('.epub', () => {
  test('chapters in their order, pictures counted, heads left out', async () => {
    const bytes = epubFile(['<h1>One</h1><p>I <i>trusted</i> him.</p><img src="../a.png"/>', '<p>Never.</p>'])
    const read = await readSources({ name: 'Book.epub', bytes })
    expect(read).toEqual({
      ok: {
        sources: [{ title: 'Book', html: '<p><b>One</b></p><p>I <i>trusted</i> him.</p><p>Never.</p>' }],
        notes: [{ kind: 'picturesNotRead', file: 'Book.epub', count: 1 }],
      },
    })
  })

  test('one that is locked, and what is none, is refused', async () => {
    const encryption = (algorithm: string) => ({
      'META-INF/encryption.xml': utf8(`<encryption><EncryptionMethod Algorithm="${algorithm}"/></encryption>`),
    })
    const locked = epubFile(['<p>a</p>'], encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'))
    expect(await problemOf('a.epub', locked)).toMatchObject({ detail: 'it is locked for a reading device' })
    const fonts = epubFile(['<p>a</p>'], encryption('http://www.idpf.org/2008/embedding'))
    expect(await readSources({ name: 'a.epub', bytes: fonts })).toMatchObject({ ok: { notes: [] } })
    expect(await problemOf('a.epub', epubFile([]))).toMatchObject({ detail: 'it is not an EPUB book' })
  })
})

test('a Word document with macros is read as one without', async () => {
  const read = await readSources({ name: 'Ana.docm', bytes: docxFile({ body: paragraph('I trusted him.') }) })
  expect(read).toMatchObject({ ok: { sources: [{ title: 'Ana', html: '<p>I trusted him.</p>' }] } })
})
