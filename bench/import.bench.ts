/**
 * Documents read into sources, each kind against the least that any reader of it pays in the same run: unpacking a Word or OpenDocument file and
 * going once through its XML with the bare parser, opening a PDF with pdf.js and taking its text items, the door for text. And against the rates
 * that a person is promised (issue 8): Word 1.5 MB of text a second, PDF 200 pages, OpenDocument 10 MB.
 */
import { strToU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { language } from '../fixtures/language.ts'
import { seeded } from '../fixtures/random.ts'
import { parseHtml, toHtml } from '../src/model/text/richText.ts'
import { openPdf } from '../workers/import/pdf/openPdf.ts'
import { readSources } from '../workers/import/readSources.ts'
import { docxFile, paragraph, run } from '../workers/import/testing/docxFile.ts'
import { odtFile, textStyle } from '../workers/import/testing/odtFile.ts'
import { pdfFile } from '../workers/import/testing/pdfFile.ts'
import { printed } from './importedFiles.ts'
import { compareInTurn, limitRow, type Row, type Rows, timed } from './row.ts'

const rounds = 5
const pages = 500
const mega = 1_000_000

export const rows: Rows = async () => {
  const { paragraphs, length } = interviews()
  const rtf = `{\\rtf1\\ansi ${paragraphs.map((text) => `{\\b Anna:} ${text}\\par`).join('\n')}}`
  const html = `<html><body>${paragraphs.map((text) => `<p><b>Anna:</b> ${text}</p>`).join('\n')}</body></html>`
  const docx = docxFile({
    body: paragraphs.map((text) => paragraph(run('Anna: ', '<w:b/>') + run(text))).join(''),
  })
  const odt = odtFile({
    styles: textStyle('B', 'fo:font-weight="bold"'),
    body: paragraphs
      .map((text) => `<text:p><text:span text:style-name="B">Anna: </text:span>${text}</text:p>`)
      .join(''),
  })
  const pdf = pdfFile(printed(paragraphs, pages))

  const read = (name: string, bytes: Uint8Array) => async () => {
    const began = performance.now()
    const result = await readSources({ name, bytes })
    if ('problem' in result || (result.ok.sources[0]?.html.length ?? 0) < length / 4)
      throw new Error(`${name} was not read`)
    return performance.now() - began
  }
  const parts = `${(length / mega).toFixed(1)} MB of text`
  const word = await compareInTurn(
    `import-docx: ${parts} / unpacking it and parsing its XML`,
    40,
    read('a.docx', docx),
    parsed(docx, /document/),
    rounds,
  )
  const open = await compareInTurn(
    `import-odt: ${parts} / unpacking it and parsing its XML`,
    8,
    read('a.odt', odt),
    parsed(odt, /content/),
    rounds,
  )
  const paper = await compareInTurn(
    `import-pdf: ${pages} pages / opening it and taking its text items`,
    2,
    read('a.pdf', pdf),
    () => items(pdf),
    rounds,
  )
  const door = () => timed(() => toHtml(parseHtml(html)))
  const text = (name: string, bytes: Uint8Array) =>
    compareInTurn(`import-${name}: ${parts} / HTML of it through the door`, 3, read(`a.${name}`, bytes), door, rounds)
  const rates: Row[] = [
    limitRow('import-docx-limit', word.value, (length / mega / 1.5) * 1000),
    limitRow('import-odt-limit', open.value, (length / mega / 10) * 1000),
    limitRow('import-pdf-limit', paper.value, (pages / 200) * 1000),
  ]
  return [word, open, paper, await text('rtf', strToU8(rtf)), await text('html', strToU8(html)), ...rates]
}

/** About 5 MB of paragraphs; `length` in units. */
function interviews(): { paragraphs: string[]; length: number } {
  const random = seeded(1)
  const once = language(random)
    .write(random, 500_000)
    .rich.text.replace(/[^\x20-\x7E\n]|[&<>{}\\]/g, '')
    .split('\n')
    .filter((line) => line.length > 20)
  const paragraphs = Array.from({ length: 10 }, () => once).flat()
  return { paragraphs, length: paragraphs.reduce((sum, { length }) => sum + length, 0) }
}

const parsed = (bytes: Uint8Array, part: RegExp) => () =>
  timed(() => {
    for (const [name, unpacked] of Object.entries(unzipSync(bytes))) {
      if (!part.test(name)) continue
      const parser = new SaxesParser({ xmlns: false })
      parser.on('opentag', () => {})
      parser.on('closetag', () => {})
      parser.on('text', () => {})
      parser.write(new TextDecoder().decode(unpacked)).close()
    }
  })

async function items(bytes: Uint8Array): Promise<number> {
  const began = performance.now()
  const opened = await openPdf(bytes.slice())
  if (typeof opened === 'string') throw new Error(opened)
  let found = 0
  for (let page = 1; page <= opened.document.numPages; page++)
    found += (await (await opened.document.getPage(page)).getTextContent()).items.length
  await opened.close()
  if (found < pages) throw new Error('the PDF has no text')
  return performance.now() - began
}
