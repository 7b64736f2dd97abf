/**
 * Reads a web page: the one door for text (src/model/text) keeps what is text, marks, lists and images that are in the file; scripts, style
 * sheets and images that stand elsewhere are left out and counted. Nothing is fetched. Headings are bold.
 */
import { Tokenizer } from 'htmlparser2'
import { problem, type Result } from '../../../src/model/problems.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeMarkup } from '../text/decodeText.ts'
import { textNotes } from '../text/textImportNotes.ts'

export async function readHtml({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Read>> {
  const decoded = decodeMarkup(bytes, encoding)
  if (!decoded) return problem({ kind: 'conversionFailed', name, detail: 'it is not a web page' })
  report(0.2)
  const { html, notes } = prepareHtml(name, decoded.text)
  report(0.5)
  const rich = parseHtml(html)
  return { ok: { rich, notes: [...textNotes(name, decoded, rich), ...notes] } }
}

/** The HTML with its headings bold, and notes on what the door will leave out. */
export function prepareHtml(file: string, html: string): { html: string; notes: ImportNote[] } {
  const pieces: string[] = []
  let done = 0
  let tag = ''
  let attribute = ''
  let src = ''
  const left = { scripts: 0, remote: 0, images: 0 }
  const isHeading = () => /^h[1-6]$/.test(tag)
  const ended = (end: number) => {
    if (isHeading()) {
      pieces.push(html.slice(done, end + 1), '<b>')
      done = end + 1
    }
    if (active.has(tag)) left.scripts += 1
    if ((tag === 'img' || tag === 'image') && !/^\s*data:/i.test(src)) left.remote += 1
    else if (tag === 'img' && !/^\s*data:image\/(?:png|jpeg|gif|webp);base64,/i.test(src)) left.images += 1
  }
  const tokenizer = new Tokenizer(
    {},
    {
      ontext() {},
      ontextentity() {},
      onopentagname(from, to) {
        tag = html.slice(from, to).toLowerCase()
        src = ''
      },
      onattribname(from, to) {
        attribute = tag === 'img' ? html.slice(from, to).toLowerCase() : ''
      },
      onattribdata(from, to) {
        // The beginning says what it is.
        if (attribute === 'src' && src === '') src = html.slice(from, Math.min(to, from + 100))
      },
      onattribentity() {},
      onattribend() {},
      onopentagend: ended,
      onselfclosingtag: ended,
      onclosetag(from, to) {
        tag = html.slice(from, to).toLowerCase()
        if (!isHeading()) return
        pieces.push(html.slice(done, from - 2), '</b>')
        done = from - 2
      },
      oncomment() {},
      oncdata() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  pieces.push(html.slice(done))
  const notes: ImportNote[] = []
  if (left.scripts > 0) notes.push({ kind: 'scriptsLeftOut', file, count: left.scripts })
  if (left.remote > 0) notes.push({ kind: 'remoteImagesLeftOut', file, count: left.remote })
  if (left.images > 0) notes.push({ kind: 'imagesLeftOut', file, count: left.images })
  return { html: pieces.join(''), notes }
}

const active = new Set(['script', 'style', 'iframe', 'object', 'embed', 'applet', 'frame'])
