/**
 * Reads a rich text file in one pass over its bytes, with a bound on the nesting of its groups.
 *
 * Kept: paragraphs, bold, italic, underlined, highlighted, tabs, bullets and numbers of lists as text, tables (a row a line, cells apart by
 * tabs), the text of fields and links, notes at the end. Left out and said: pictures, comments. Left out: hidden and deleted text, headers
 * and footers, and every destination that is not known here.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { footnotedDraft } from '../footnotedDraft.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { codePage, fontCodePage } from './codePages.ts'
import { rtfSigns } from './rtfSigns.ts'

const deepest = 1000

/** What a group may change for what stands in it. */
interface Group {
  /** Bits as in src/model/text/draft. */
  marks: number
  /** Nothing of it is text. */
  skip: boolean
  hidden: boolean
  /** How many characters stand in for one that is given by its number. */
  replacements: number
  encoding: string
  note: boolean
  fonts: boolean
}

const bits: Readonly<Record<string, number>> = { b: 1, i: 2, ul: 8, highlight: 16 }

const letters: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200D',
  zwnj: '\u200C',
}

const skippedDestinations = new Set(
  `colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf annotation listtable
  listoverridetable rsidtbl xmlnstbl filetbl revtbl generator themedata datastore colorschememapping latentstyles fldinst nonshppict
  ftnsep ftnsepc aftnsep aftnsepc ftncn aftncn private tc xe rxe bkmkstart bkmkend template mmathPr`.split(/\s+/),
)
/** Marked as to be passed over by those who do not know them. */
const knownDestinations = new Set(['shppict', 'fldrslt', 'shptxt'])

export async function readRtf({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  if (bytes.length === 0) return failed('the file is empty')
  if (new TextDecoder('latin1').decode(bytes.subarray(0, 6)) !== '{\\rtf1') return failed('it is not a rich text file')
  const reader = rtfReader(bytes)
  for (let at = 0; ; ) {
    const next = reader.read(at + 1_000_000)
    if (next === 'tooDeep') return failed('its parts are nested too deeply')
    if (next === 'done') break
    at = next
    report(at / bytes.length)
  }
  const { rich, pictures, comments, cutOff } = reader.finish()
  const notes: ImportNote[] = []
  if (pictures > 0) notes.push({ kind: 'picturesNotRead', file: name, count: pictures })
  if (comments > 0) notes.push({ kind: 'commentsLeftOut', file: name, count: comments })
  if (cutOff) notes.push({ kind: 'fileDamaged', file: name })
  return { ok: { rich, notes } }
}

function rtfReader(bytes: Uint8Array) {
  const out = footnotedDraft()
  const outer: Group[] = []
  let group: Group = {
    marks: 0,
    skip: false,
    hidden: false,
    replacements: 1,
    encoding: 'windows-1252',
    note: false,
    fonts: false,
  }
  let documentEncoding = group.encoding
  const fonts = new Map<number, string | null>()
  let font = 0
  /** Characters to pass over, as they stand in for one that was given by its number. */
  let replaced = 0
  /** A group has begun, or `\*` stands before: what follows may name its destination. */
  let begins = false
  let starred = false
  let lineOpen = false
  let cellEnded = false
  let noteBegins = false
  const found = { pictures: 0, comments: 0, notes: 0 }

  // Text is kept until its marks change: as bytes of the code page, or as characters.
  let pending = ''
  let raw: number[] = []
  const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

  function decodeRaw(): void {
    if (raw.length === 0) return
    const decoder = decoders.get(group.encoding) ?? new TextDecoder(group.encoding)
    decoders.set(group.encoding, decoder)
    pending += decoder.decode(Uint8Array.from(raw))
    raw = []
  }
  function flush(): void {
    decodeRaw()
    if (pending === '') return
    if (!lineOpen) {
      out.line('p', 0)
      lineOpen = true
    }
    out.write(noteBegins ? pending.trimStart() : pending, group.marks)
    noteBegins = false
    pending = ''
  }
  const silent = () => group.skip || group.hidden
  function write(text: string): void {
    if (replaced > 0) {
      replaced -= 1
      return
    }
    if (silent()) return
    endCell()
    decodeRaw()
    pending += text
  }
  function byte(value: number): void {
    begins = false
    if (replaced > 0) {
      replaced -= 1
      return
    }
    if (silent()) return
    if (cellEnded) endCell()
    raw.push(value)
    if (raw.length >= 8192 && value < 0x80) decodeRaw()
  }
  function endCell(): void {
    if (!cellEnded) return
    cellEnded = false
    decodeRaw()
    pending += '\t'
  }
  function lineBreak(kind: 'p' | 'br' = 'p'): void {
    if (silent()) return
    flush()
    if (!lineOpen) out.line('p', 0)
    lineOpen = kind === 'br'
    if (kind === 'br') out.line('br', 0)
  }
  function open(): boolean {
    flush()
    outer.push(group)
    group = { ...group, note: false }
    begins = true
    starred = false
    replaced = 0
    return outer.length <= deepest
  }
  function close(): void {
    flush()
    const inner = group
    const back = outer.pop()
    if (!back) return
    if (inner.note) {
      out.endNote()
      lineOpen = true
    }
    group = back
    begins = false
    replaced = 0
  }
  function destination(word: string): boolean {
    if (word === 'pict' && !group.skip) found.pictures += 1
    if (word === 'annotation' && !group.skip) found.comments += 1
    if (word === 'fonttbl') {
      group.skip = true
      group.fonts = true
    } else if (word === 'footnote' && !group.skip) {
      found.notes += 1
      const number = `[${found.notes}]`
      write(number)
      flush()
      out.beginNote()
      out.line('p', 0)
      out.write(`${number} `, 0)
      noteBegins = true
      group.note = true
      group.marks = 0
    } else if (skippedDestinations.has(word) || (starred && !knownDestinations.has(word))) group.skip = true
    else return false
    return true
  }
  function setEncoding(encoding: string): void {
    if (encoding === group.encoding) return
    flush()
    group.encoding = encoding
  }
  function mark(bit: number, on: boolean): void {
    flush()
    group.marks = on ? group.marks | bit : group.marks & ~bit
  }
  function control(word: string, given: number | null): void {
    if (begins || starred) {
      begins = false
      const named = destination(word)
      starred = false
      if (named) return
    }
    const value = given ?? 1
    if (word === 'u') {
      replaced = 0
      if (given !== null) write(String.fromCharCode(given < 0 ? given + 65_536 : given))
      replaced = group.replacements
      return
    }
    if (replaced > 0) {
      replaced -= 1
      return
    }
    const letter = letters[word]
    const bit = bits[word]
    if (letter !== undefined) write(letter)
    else if (bit !== undefined) mark(bit, value !== 0)
    else if (word === 'ulnone') mark(8, false)
    else if (/^ul(?:d|db|w|th|dash|dashd|dashdd|wave|hwave|ldash|thd|thdash)$/.test(word)) mark(8, value !== 0)
    else if (word === 'plain') {
      mark(31, false)
      group.hidden = false
      setEncoding(documentEncoding)
    } else if (word === 'par' || word === 'page' || word === 'sect' || word === 'column') lineBreak()
    else if (word === 'line') lineBreak('br')
    else if (word === 'cell' || word === 'nestcell') {
      if (silent()) return
      endCell()
      cellEnded = true
    } else if (word === 'row' || word === 'nestrow') {
      cellEnded = false
      lineBreak()
    } else if (word === 'v' || word === 'deleted') {
      flush()
      group.hidden = value !== 0
    } else if (word === 'uc') group.replacements = Math.min(Math.max(0, value), 16)
    else if (word === 'ansicpg') {
      documentEncoding = codePage(value)
      setEncoding(documentEncoding)
    } else if (word === 'mac') {
      documentEncoding = 'macintosh'
      setEncoding(documentEncoding)
    } else if (word === 'f') {
      font = value
      if (!group.fonts) setEncoding(fonts.get(value) ?? documentEncoding)
    } else if (word === 'fcharset' && group.fonts) fonts.set(font, fontCodePage(value))
  }
  const read = rtfSigns(bytes, {
    open,
    close: () => {
      close()
      return outer.length > 0
    },
    star: () => {
      starred = true
    },
    ...{ control, byte, write },
  })
  return {
    read,
    finish() {
      flush()
      const cutOff = outer.length > 0
      while (outer.length > 0) close()
      return { rich: out.finish(), pictures: found.pictures, comments: found.comments, cutOff }
    },
  }
}
