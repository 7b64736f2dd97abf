/**
 * Reads a book in EPUB: its chapters one after the other, in the order of reading, each as a web page. Pictures are left out and counted.
 * A book whose text is locked for one reader's device cannot be read.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import { prepareHtml } from '../html/readHtml.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeMarkup } from '../text/decodeText.ts'
import { type Attributes, readXml } from '../xml/readXml.ts'
import { type Budget, openZip, type Refused, type Zip } from '../zip/readZip.ts'

const megabyte = 1024 * 1024
const budget: Budget = { entries: 20_000, total: 128 * megabyte, entry: () => 32 * megabyte }

export async function readEpub({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const zip = openZip(bytes, budget, 'an EPUB book')
  const chapters = 'read' in zip ? readChapters(zip, report) : zip
  if ('tooLarge' in chapters) return problem({ kind: 'fileTooLarge', name, ...chapters.tooLarge })
  if ('fault' in chapters) return problem({ kind: 'conversionFailed', name, detail: chapters.fault })
  const { html, notes: found } = prepareHtml(name, chapters.pages.join('\n'))
  report(0.8)
  // Its pictures lie beside the chapters, not elsewhere.
  const pictures = found.find(({ kind }) => kind === 'remoteImagesLeftOut')
  const notes = found.filter((note): note is ImportNote => note !== pictures && note.kind !== 'scriptsLeftOut')
  if (pictures && 'count' in pictures) notes.push({ kind: 'picturesNotRead', file: name, count: pictures.count })
  return { ok: { rich: parseHtml(html), notes } }
}

function readChapters(zip: Zip, report: Report): { pages: string[] } | Refused {
  const locked = heard(zip, 'META-INF/encryption.xml', (tag, { Algorithm = '' }) =>
    tag === 'EncryptionMethod' ? [Algorithm] : [],
  )
  // Fonts may be obfuscated without harm to the text.
  if (Array.isArray(locked) && locked.some((algorithm) => !/obfuscation|RC$|2008\/embedding$/.test(algorithm)))
    return { fault: 'it is locked for a reading device' }
  const roots = heard(zip, 'META-INF/container.xml', (tag, attributes) =>
    tag === 'rootfile' ? [attributes['full-path'] ?? ''] : [],
  )
  if (!Array.isArray(roots)) return roots
  const [root = ''] = roots
  const files = new Map<string, string>()
  const spine = heard(zip, root, (tag, { id = '', href = '', idref = '' }) => {
    if (tag === 'item') files.set(id, href)
    return tag === 'itemref' ? [idref] : []
  })
  if (!Array.isArray(spine)) return spine
  const pages: string[] = []
  for (const [at, id] of spine.entries()) {
    const page = zip.read(pathFrom(root, files.get(id) ?? ''))
    if (page && !('bytes' in page)) return page
    const text = page ? decodeMarkup(page.bytes)?.text : undefined
    if (text !== undefined) pages.push(bodyOf(text))
    report((0.7 * (at + 1)) / spine.length)
  }
  return pages.length > 0 ? { pages } : { fault: 'it is not an EPUB book' }
}

/** What `take` gives of each element of a part. */
function heard(zip: Zip, part: string, take: (tag: string, attributes: Attributes) => string[]): string[] | Refused {
  const entry = zip.read(part)
  if (entry === null) return { fault: 'it is not an EPUB book' }
  if (!('bytes' in entry)) return entry
  const found: string[] = []
  const fault = readXml(entry.bytes, { open: (tag, attributes) => void found.push(...take(tag, attributes)) })
  return fault === null ? found : { fault }
}

/** `href` is relative to the part that names it. */
function pathFrom(part: string, href: string): string {
  try {
    return decodeURIComponent(new URL(href, `file:///${part}`).pathname.slice(1))
  } catch {
    return ''
  }
}

/** A page has one head each; together they are one page. */
const bodyOf = (html: string): string => {
  const [, body = html] = /<body[^>]*>([\s\S]*)/i.exec(html) ?? []
  const end = body.search(/<\/body\s*>/i)
  return end < 0 ? body : body.slice(0, end)
}
