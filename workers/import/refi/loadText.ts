/** The words of a text: in a file of the archive, in the XML, or, where there is nothing plain, in a styled document. */
import { isProblem, type Problem, type Result, refuse } from '../../../src/model/problems.ts'
import { canonicalText, parseHtml, splitLongParagraphs, toHtml } from '../../../src/model/text/richText.ts'
import { readSources } from '../readSources.ts'
import { count, decodeText } from '../text/decodeText.ts'
import type { Archive } from './archive.ts'
import type { Text } from './exchange.ts'
import type { FileText } from './positions.ts'
import type { Tally } from './tally.ts'

export interface Loaded extends FileText {
  /** In canonical form: what positions are of in the end. */
  ours: string
  /** In canonical form where it comes from a styled document; null: it is plain. */
  html: string | null
  /** Where it was: nowhere is `missing`. */
  from: 'file' | 'content' | 'styled' | 'nowhere' | 'missing'
}

export interface Texts {
  /** Throws Refusal: an entry that is damaged or too large. */
  load: (text: Text) => Promise<Loaded>
  /** The same in canonical form, plain. */
  words: (text: Text) => Promise<string>
}

/** UTF-16 units that are kept because they are asked for again. */
const mostKept = 4 * 1024 * 1024

/** `archive`: null in a `.qdc`. What there is to know of a text is counted when it is first loaded. */
export function openTexts(file: string, archive: Archive | null, tally: Tally): Texts {
  const kept = new Map<Text, Loaded>()
  const told = new Set<Text>()
  let room = mostKept

  async function load(text: Text): Promise<Loaded> {
    const known = kept.get(text)
    if (known) return known
    const first = !told.has(text)
    told.add(text)
    const loaded = await find(text, first)
    // What was read with much work is kept in any case.
    if (loaded.html !== null || room >= loaded.text.length) {
      kept.set(text, loaded)
      room -= loaded.text.length
    }
    return loaded
  }
  async function find(text: Text, first: boolean): Promise<Loaded> {
    const plain = plainFile(text, first) ?? plainContent(text)
    const styled = text.richPath === '' ? null : (archive?.find(text.richPath) ?? null)
    if (plain && (plain.text.trim() !== '' || text.selections.length > 0 || styled === null)) {
      if (first && styled !== null && !isPlain(styled)) tally.count('refiFormatting')
      return plain
    }
    const read = styled === null ? null : await styledFile(styled, first)
    if (read && (read.text.trim() !== '' || !plain)) return read
    if (plain) return plain
    const named = text.plainPath !== '' || text.richPath !== ''
    return plainText('', false, named ? 'missing' : 'nowhere')
  }
  function plainFile({ plainPath }: Text, first: boolean): Loaded | null {
    const entry = plainPath === '' ? null : (archive?.find(plainPath) ?? null)
    return entry === null ? null : plainEntry(entry, first)
  }
  function plainEntry(entry: string, first: boolean): Loaded | null {
    const bytes = opened(archive?.read(entry))
    const decoded = bytes && decodeText(bytes)
    if (!decoded) return null
    if (first && !decoded.sure) tally.note({ kind: 'encoding', file, encoding: decoded.encoding })
    if (first) tally.count('charactersReplaced', decoded.damaged)
    if (first) tally.count('windows1252', decoded.mended)
    return plainText(decoded.text, hasMark(bytes), 'file')
  }
  async function styledFile(entry: string, first: boolean): Promise<Loaded | null> {
    if (isPlain(entry)) return plainEntry(entry, first)
    const bytes = opened(archive?.read(entry))
    const read = bytes && (await readSources({ name: entry, bytes }))
    if (!read || isProblem(read)) return null
    const html = read.ok.sources[0]?.html ?? ''
    if (first)
      for (const note of read.ok.notes)
        if (note.kind !== 'noText') tally.note({ ...note, file: `${file} › ${note.file}` })
    const { text } = parseHtml(html)
    return { text, ours: text, hasMark: false, html, from: 'styled' }
  }
  return { load, words: async (text) => (await load(text)).ours }
}

/** Some writers name a plain text where a styled one belongs. */
const isPlain = (entry: string): boolean => /\.txt$/i.test(entry)

function opened(read: Result<Uint8Array> | undefined): Uint8Array | null {
  if (read === undefined) return null
  return isProblem(read) ? refuse(read.problem as Problem) : read.ok
}

const hasMark = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) ||
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff)

function plainContent({ content }: Text): Loaded | null {
  if (content === null) return null
  const marked = content.startsWith('\uFEFF')
  return plainText(marked ? content.slice(1) : content, marked, 'content')
}

/** The door for text takes one byte order mark off, and the file's is off already. */
const plainText = (text: string, marked: boolean, from: Loaded['from']): Loaded => ({
  text,
  ours: canonicalText(text.startsWith('\uFEFF') ? `\uFEFF${text}` : text),
  hasMark: marked,
  html: null,
  from,
})

/** As it is stored, long paragraphs divided. */
export function htmlOf({ text, ours, html }: Loaded, tally: Tally): string {
  if (html !== null) return html
  const { rich, split } = splitLongParagraphs({ text: ours, marks: [], kinds: [], images: [] })
  tally.count('paragraphsSplit', split.length)
  tally.count('charactersReplaced', count(ours, '\uFFFD') - count(text, '\uFFFD'))
  return toHtml(rich)
}
