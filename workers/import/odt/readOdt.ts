/**
 * Reads an OpenDocument text in one pass over its XML, within a budget.
 *
 * Kept: paragraphs, headings (bold), bold, italic, underlined, highlighted, lists, images, tables (a row a line, cells apart by tabs),
 * foot- and endnotes at the end, text boxes, comments (memos on their words). Left out and said: images that no browser shows, formulas. Left out:
 * deleted text, headers and footers.
 */
import { longestAnswer } from '../../../src/model/limits.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import { imageAddress } from '../imageAddress.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { readXml } from '../xml/readXml.ts'
import { type Budget, openZip } from '../zip/readZip.ts'
import { odtBody } from './odtBody.ts'
import { odtStyles } from './odtStyles.ts'

const megabyte = 1024 * 1024
const budget: Budget = {
  entries: 10_000,
  total: 256 * megabyte,
  entry: (name) => (name.endsWith('.xml') ? 128 : 64) * megabyte,
}

const names = { prefixed: true }

export async function readOdt({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const zip = openZip(bytes, budget, 'an OpenDocument text')
  if ('tooLarge' in zip) return problem({ kind: 'fileTooLarge', name, ...zip.tooLarge })
  if ('fault' in zip) return failed(zip.fault)

  const content = zip.read('content.xml')
  const named = zip.read('styles.xml')
  const manifest = zip.read('META-INF/manifest.xml')
  for (const part of [content, named, manifest]) {
    if (part && 'tooLarge' in part) return problem({ kind: 'fileTooLarge', name, ...part.tooLarge })
    if (part && 'fault' in part) return failed(part.fault)
  }
  if (manifest && 'bytes' in manifest && new TextDecoder().decode(manifest.bytes).includes('encryption-data'))
    return failed('it is password-protected')
  if (!content || !('bytes' in content)) return failed('it is not an OpenDocument text')

  const styles = odtStyles()
  let letters = 0
  const addresses = new Map<string, string>()
  const image = (href: string) => {
    const path = href.replace(/^\.\//, '')
    const known = addresses.get(path)
    const found = known === undefined ? zip.read(path) : null
    const address = known ?? (found && 'bytes' in found ? imageAddress(found.bytes) : '')
    addresses.set(path, address)
    letters += address.length
    // Too large in any case: one image may be shown a thousand times.
    return letters > longestAnswer ? '' : address
  }
  const body = odtBody(styles, image)
  let found = false
  let changes = 0
  let inBody = false
  const fault =
    (named && 'bytes' in named ? readXml(named.bytes, { open: styles.open }, names) : null) ??
    readXml(
      content.bytes,
      {
        open(tag, attributes) {
          if (tag === 'text:changed-region') changes += 1
          if (tag === 'office:text') {
            found = true
            inBody = true
          } else if (inBody) body.open(tag, attributes)
          else styles.open(tag, attributes)
        },
        text: (text) => {
          if (inBody) body.text(text)
        },
        close: (tag) => {
          if (tag === 'office:text') inBody = false
          else if (inBody) body.close(tag)
        },
      },
      names,
      (part) => report(0.1 + 0.8 * part),
    )
  if (fault !== null) return failed(fault)
  if (!found) return failed('it is not an OpenDocument text')
  if (letters > longestAnswer) return problem({ kind: 'fileTooLarge', name, most: longestAnswer, bound: 'text' })
  const { rich, memos, formulas, imagesLeftOut } = body.finish()
  const notes: ImportNote[] = []
  if (imagesLeftOut > 0) notes.push({ kind: 'imagesLeftOut', file: name, count: imagesLeftOut })
  if (formulas > 0) notes.push({ kind: 'partsLeftOut', file: name, parts: 'math' })
  if (changes > 0) notes.push({ kind: 'changesAccepted', file: name, count: changes })
  return { ok: { rich, memos, notes } }
}
