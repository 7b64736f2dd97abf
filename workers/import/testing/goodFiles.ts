/** A small good file of every kind that is read, with what is special in each, to be damaged by `damaged`. */
import { docxFile, listItem, paragraph, picture, pixel, run, table } from './docxFile.ts'
import { epubFile } from './epubFile.ts'
import { odsFile } from './odsFile.ts'
import { odtFile, textStyle } from './odtFile.ts'
import { pdfFile, pdfLines } from './pdfFile.ts'
import { element, guid, project, qdpxFile } from './qdpxFile.ts'
import { xlsxFile } from './xlsxFile.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const said = ['Anna: I trusted him, “wholly” – 😀 e\u0301.', 'Ben: Yes.', 'שלום Ελλάδα 漢字']

const docx = () =>
  docxFile({
    body: [
      paragraph('Interview', '<w:pStyle w:val="Heading1"/>'),
      paragraph(
        `${run(said[0] ?? '', '<w:b/>')}${run(' He came.')}${picture('p')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
      ),
      listItem('one'),
      listItem('two', 1),
      table([said.map((text) => paragraph(text))]),
    ].join(''),
    footnotes: `<w:footnote w:id="2">${paragraph('In May.')}</w:footnote>`,
    images: { p: { name: 'one.png', bytes: pixel } },
  })

const odt = () =>
  odtFile({
    styles: textStyle('T1', 'fo:font-weight="bold"'),
    body: `<text:h>Interview</text:h>${said.map((text) => `<text:p><text:span text:style-name="T1">${text}</text:span><text:tab/>x<text:s text:c="3"/>y</text:p>`).join('')}<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table><text:p>He came.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>In May.</text:p></text:note-body></text:note><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>`,
    entries: { 'Pictures/a.png': pixel },
  })

const pdf = () =>
  pdfFile(
    [1, 2, 3].map((page) => ({
      texts: [
        { text: `Interview ${page}`, x: 72, y: 800 },
        ...pdfLines(['Anna: I trusted him whol-', 'ly, and that was that.', 'Ben: Yes.'], 72, 700),
        { text: 'aside', x: 500, y: 300, angle: 90 },
        { text: `${page}`, x: 300, y: 30 },
      ],
    })),
  )

const rtf = `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}{\\*\\generator x;}\\b Anna:\\b0  I trusted \\i him\\i0 , \\'93wholly\\'94 \\u8211? \\u-10179?\\u-8704?.\\par{\\f1\\'cf\\'f0}{\\footnote In May.}\\line{\\pict\\pngblip 8950}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}\\par\\trowd a\\cell b\\cell\\row}`
const html = `<!doctype html><html><head><meta charset="utf-8"><title>T</title><script>x()</script></head><body><h1>Interview</h1><p>${said.join('<br>')}</p><ul><li><b>one</b></li></ul><table><tr><td>a</td><td>b</td></tr></table><img src="http://127.0.0.1:9/x.png">&lt;p&gt;</body></html>`
const md = `---\ntitle: T\n---\n# Interview\n\n**Anna:** I *trusted* him.\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> ${said.join('\n> ')}\n\n<b>x</b> ![x](x.png) \`code\`\n`
const srt = `1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>${said[0]}</i>\r\nand more\r\n\r\n2\r\n00:01:03,000 --> 00:01:04,000\r\nBen: Yes.\r\n`
const vtt = `\uFEFFWEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 line:0\n<v Anna>${said[0]}\n\nb\n01:00:03.000 --> 01:00:04.000\n<v Ben>Yes &amp; <c.x>no</c>\n`

const codes = element(
  'Codes',
  {},
  element(
    'Code',
    { guid: guid(1), name: 'trust', isCodable: true, color: '#FF8800' },
    element('Description', {}, 'When one relies on another.'),
    element('Code', { guid: guid(2), name: 'doubt', isCodable: true }),
  ),
)
const coding = element('Coding', { guid: guid(5) }, element('CodeRef', { targetGUID: guid(2) }))
const source = element(
  'TextSource',
  { guid: guid(3), name: 'Anna', plainTextPath: 'internal://anna.txt' },
  element('PlainTextSelection', { guid: guid(4), name: 'a', startPosition: 2, endPosition: 9 }, coding),
)
const qdpx = () =>
  qdpxFile({
    xml: project({ name: 'P' }, element('CodeBook', {}, codes), element('Sources', {}, source)),
    files: { 'sources/anna.txt': said.join('\r\n') },
  })
const qdc = () =>
  `<?xml version="1.0" encoding="utf-8"?><CodeBook xmlns="urn:QDA-XML:codebook:1.0" origin="x">${codes}</CodeBook>`

const xlsx = () =>
  xlsxFile({
    sheets: [
      {
        name: 'One',
        rows: [
          ['Name', 'Age', 'Why?'],
          ['Anna', 41, said[0] ?? ''],
          ['Ben', null, true],
          ['', 'x, y', ''],
        ],
      },
      { name: 'Two', state: 'hidden', rows: [['a']] },
    ],
  })
const csv = `Name;Age;Why?\r\nAnna;41;"I ""trusted"" him,\r\nwholly"\r\nBen;;${said[2]}\r\n`

export interface GoodFile {
  name: string
  bytes: Uint8Array
}

export const goodFiles = (): GoodFile[] => [
  { name: 'a.docx', bytes: docx() },
  { name: 'a.odt', bytes: odt() },
  { name: 'a.epub', bytes: epubFile([`<h1>One</h1><p>${said.join('</p><p>')}</p>`]) },
  { name: 'a.pdf', bytes: pdf() },
  { name: 'a.rtf', bytes: utf8(rtf) },
  { name: 'a.html', bytes: utf8(html) },
  { name: 'a.md', bytes: utf8(md) },
  { name: 'a.txt', bytes: utf8(said.join('\r\n')) },
  { name: 'a.srt', bytes: utf8(srt) },
  { name: 'a.vtt', bytes: utf8(vtt) },
  { name: 'a.qdpx', bytes: qdpx() },
  { name: 'a.qdc', bytes: utf8(qdc()) },
  { name: 'a.xlsx', bytes: xlsx() },
  {
    name: 'a.ods',
    bytes: odsFile(
      '<table:table table:name="A"><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Ana</text:p></table:table-cell></table:table-row></table:table>',
    ),
  },
  { name: 'a.csv', bytes: utf8(csv) },
]
