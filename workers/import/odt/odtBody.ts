/** Writes the text of an OpenDocument text, tag by tag: see readOdt for what is kept. */
import { OBJECT } from '../../../src/model/text/image.ts'
import { MAX_DEPTH } from '../../../src/model/text/kinds.ts'
import type { RichText } from '../../../src/model/text/richText.ts'
import { footnotedDraft } from '../footnotedDraft.ts'
import type { ImportedMemo } from '../imported.ts'
import type { Attributes } from '../xml/readXml.ts'
import { odtComments } from './odtComments.ts'
import type { OdtStyles } from './odtStyles.ts'

export interface OdtBody {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(name: string): void
  finish(): { rich: RichText; memos: ImportedMemo[]; formulas: number; imagesLeftOut: number }
}

/** `image`: the address of a picture by its name in the archive, or ''. */
export function odtBody(styles: OdtStyles, image: (href: string) => string): OdtBody {
  const to = footnotedDraft()
  const comments = odtComments(to)
  const left = { formulas: 0, imagesLeftOut: 0 }
  let noteCount = 0
  let noteNumber = ''

  let skipping = 0
  /** Marks of the open paragraphs and spans, the innermost last. */
  let marks: number[] = []
  let lists: ('none' | 'fresh' | 'lined')[] = []
  let rows: { cells: number; filled: boolean; tabs: number }[] = []
  let inLine = false
  let space = true
  const outer: { marks: number[]; lists: typeof lists; rows: typeof rows; inLine: boolean; space: boolean }[] = []
  let frame: { src: string; alt: string; found: boolean; describing: boolean } | null = null

  const bits = () => marks.at(-1) ?? 0

  function startLine(): void {
    const row = rows.at(-1)
    if (row?.filled && row.tabs > 0) to.write('\t'.repeat(Math.min(row.tabs, 64)), 0)
    else if (lists.length > 0 && lists.at(-1) === 'lined') to.line('br', 0)
    else if (lists.length > 0 && lists.at(-1) === 'fresh') to.line('li', Math.min(lists.length, MAX_DEPTH))
    else to.line('p', 0)
    if (lists.at(-1) === 'fresh') lists[lists.length - 1] = 'lined'
    if (row) Object.assign(row, { filled: true, tabs: 0 })
    if (noteNumber !== '') to.write(noteNumber, 0)
    noteNumber = ''
    inLine = true
    space = true
  }
  function write(text: string): void {
    if (!inLine) startLine()
    comments.write(text)
    to.write(text, bits())
    space = false
  }
  function writeImage(): void {
    if (!frame?.found) return
    if (frame.src === '') left.imagesLeftOut += 1
    else {
      if (!inLine) startLine()
      comments.write(OBJECT)
      to.image(frame.src, frame.alt.replace(/\s+/g, ' ').trim(), bits())
      space = false
    }
  }
  function beginNote(): void {
    const number = `[${++noteCount}]`
    write(number)
    outer.push({ marks, lists, rows, inLine, space })
    marks = []
    lists = []
    rows = []
    inLine = false
    noteNumber = `${number} `
    to.beginNote()
  }
  function endNote(): void {
    const back = outer.pop()
    if (!back) return
    ;({ marks, lists, rows, inLine, space } = back)
    noteNumber = ''
    to.endNote()
  }

  return {
    open(name, attributes) {
      if (comments.isOpen) return comments.open(name)
      if (skipping > 0) {
        skipping += 1
        return
      }
      const value = (key: string) => attributes[key] ?? ''
      if (skipped.has(name)) {
        if (name === 'math:math') left.formulas += 1
        skipping = 1
        return
      }
      if (name === 'office:annotation') comments.begin(attributes)
      else if (name === 'office:annotation-end') comments.end(value('office:name'))
      else if (name === 'text:p' || name === 'text:h') {
        const base = name === 'text:h' ? 1 : 0
        marks.push(styles.marks('paragraph', value('text:style-name'), 0) | base)
        startLine()
      } else if (name === 'text:span') marks.push(styles.marks('text', value('text:style-name'), bits()))
      else if (name === 'text:tab') write('\t')
      else if (name === 'text:s') write(' '.repeat(Math.min(Math.max(1, Number(value('text:c')) || 1), 1000)))
      else if (name === 'text:line-break') {
        if (!inLine) startLine()
        to.line('br', 0)
        space = true
      } else if (name === 'text:list') lists.push('none')
      else if (name === 'text:list-item' || name === 'text:list-header') lists[lists.length - 1] = 'fresh'
      else if (name === 'table:table-row') rows.push({ cells: 0, filled: false, tabs: 0 })
      else if (name === 'table:table-cell') {
        const row = rows.at(-1)
        if (row) row.tabs = row.cells++ > 0 ? row.tabs + 1 : 0
      } else if (name === 'text:note-body') beginNote()
      else if (name === 'draw:frame') frame = { src: '', alt: '', found: false, describing: false }
      else if (name === 'draw:image' && frame && frame.src === '') {
        frame.src = image(value('xlink:href'))
        frame.found = true
      } else if (name === 'draw:object' && frame) frame.found = true
      else if (name === 'svg:desc' && frame) frame.describing = true
    },
    text(text) {
      if (comments.isOpen) return comments.text(text)
      if (skipping > 0) return
      if (frame?.describing) {
        frame.alt += text
        return
      }
      if (marks.length === 0) return
      let flat = text.replace(/[ \t\r\n]+/g, ' ')
      if (space && flat.startsWith(' ')) flat = flat.slice(1)
      if (flat === '') return
      write(flat)
      space = flat.endsWith(' ')
    },
    close(name) {
      if (comments.isOpen) return comments.close(name)
      if (skipping > 0) {
        skipping -= 1
        return
      }
      if (name === 'text:p' || name === 'text:h') {
        marks.pop()
        inLine = false
      } else if (name === 'text:span') marks.pop()
      else if (name === 'text:list') lists.pop()
      else if (name === 'table:table-row') rows.pop()
      else if (name === 'text:note-body') endNote()
      else if (name === 'svg:desc' && frame) frame.describing = false
      else if (name === 'draw:frame') {
        writeImage()
        frame = null
      }
    },
    finish() {
      const rich = to.finish()
      return { rich, memos: comments.memos(rich.text), ...left }
    },
  }
}

/** Tags that go with all they hold. */
const skipped = new Set([
  'text:tracked-changes',
  'text:note-citation',
  'text:ruby-text',
  'svg:title',
  'math:math',
  'office:forms',
  'office:binary-data',
  'text:sequence-decls',
])
