// The HTML that import makes of real files comes back from text and marks byte for byte, and no letter of the file is missing. Reads every .docx and
// .txt under the folder that THICKET_TEXTS names, else under ../shared/data; where there is none, it says so. Throws where a file differs.
import { strictEqual } from 'node:assert'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import mammoth from 'mammoth'
import { parseHtml, toHtml } from '../../src/model/text/richText.ts'
import { readSources } from '../../workers/import/readSources.ts'

const folder = process.env.THICKET_TEXTS ?? join(import.meta.dirname, '../../..', 'shared', 'data')

if (!existsSync(folder)) console.log('imported: no folder of real files is there; THICKET_TEXTS names one')
else {
  const total = { files: 0, units: 0, marks: 0, lines: 0, images: 0, split: 0 }
  for (const path of globSync('**/*.{docx,txt}', { cwd: folder }).sort()) {
    const bytes = new Uint8Array(readFileSync(join(folder, path)))
    const read = await readSources({ name: basename(path), bytes })
    if ('problem' in read) throw new Error(`${path}: ${JSON.stringify(read.problem)}`)
    const [source] = read.ok.sources
    if (!source) throw new Error(`${path}: no source`)
    const rich = parseHtml(source.html)
    const html = toHtml(rich)
    strictEqual(html === source.html, true, `${path}: text and marks make another HTML`)
    const again = parseHtml(html)
    strictEqual(again.text === rich.text, true, `${path}: the second pass has another text`)
    strictEqual(toHtml(again) === html, true, `${path}: the second pass makes another HTML`)
    strictEqual(lettersOf(rich.text), lettersOf(await rawText(path, bytes)), `${path}: letters differ`)
    total.files += 1
    total.units += rich.text.length
    total.marks += rich.marks.length
    total.lines += rich.text.split('\n').length
    total.images += rich.images.length
    for (const note of read.ok.notes) if (note.kind === 'paragraphsSplit') total.split += note.count
  }
  strictEqual(total.files > 0, true, 'no file is there')
  console.log(`imported: ${JSON.stringify(total)}`)
}

/** What is in the file, read another way. */
async function rawText(path: string, bytes: Uint8Array): Promise<string> {
  if (path.endsWith('.txt')) return new TextDecoder().decode(bytes)
  return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value
}

/** Letters and digits alone: breaks and spaces are the importer's to mend. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P}]/gu, '')
}
