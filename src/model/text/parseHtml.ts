/**
 * Answers: the document that some HTML shows. It is the sanitiser too: what is not text, a mark, a line or an image of
 * the ten tags never gets into the model, so nothing has to be taken out of it.
 *
 * Promises: any string gives a normalised document, in linear time and memory, without recursion, however deep or
 * broken the nesting is. So it reads the tokens of htmlparser2, not its Parser, whose stack costs its depth per tag and
 * which does not say what was written as a character reference (see toHtml on white space).
 */
import { Tokenizer } from 'htmlparser2'
import { BLOCKS, blockReader } from './blocks.ts'
import { draft } from './draft.ts'
import { flowWriter } from './flow.ts'
import { readCanonical } from './readCanonical.ts'
import type { RichText } from './richText.ts'

/** The rank of the mark that a tag sets, see TAGS. */
const MARKS = new Map(Object.entries({ b: 0, strong: 0, em: 1, i: 2, u: 3, mark: 4 }))

/** Tags that go with all they hold. */
const DROPPED = new Set(
  'script style iframe template title head noscript noframes noembed svg textarea select audio video canvas'.split(' '),
)

/** What may stand in a head whose end tag is missing. */
const IN_HEAD = new Set('base basefont bgsound link meta noframes noscript script style template title'.split(' '))

/** What toHtml has written need not be read tag by tag. */
export const parseHtml = (html: string): RichText => readCanonical(html) ?? parseAnyHtml(html)

function parseAnyHtml(html: string): RichText {
  const source = html.startsWith('\uFEFF') ? html.slice(1) : html
  const reader = tagReader()
  const name = (from: number, to: number) => source.slice(from, to).toLowerCase()
  let tag = ''
  let attribute = ''
  let value = ''
  let attributes: Record<string, string> = {}
  const endOfTag = (closed: boolean) => {
    reader.open(tag, attributes, closed)
    if (tag === 'img') attributes = {}
  }
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (from, to) => reader.text(source.slice(from, to)),
      ontextentity: (code) => reader.reference(code),
      onopentagname(from, to) {
        tag = name(from, to)
        if (tag === 'image') tag = 'img'
      },
      onattribname(from, to) {
        attribute = tag === 'img' ? name(from, to) : ''
        value = ''
      },
      onattribdata(from, to) {
        if (attribute !== '') value += source.slice(from, to)
      },
      onattribentity(code) {
        if (attribute !== '') value += String.fromCodePoint(code)
      },
      onattribend() {
        if ((attribute === 'src' || attribute === 'alt') && attributes[attribute] === undefined)
          attributes[attribute] = value
      },
      onopentagend: () => endOfTag(false),
      onselfclosingtag: () => endOfTag(true),
      onclosetag: (from, to) => reader.close(name(from, to)),
      oncomment() {},
      oncdata() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return reader.finish()
}

/** Keeps what is dropped away from the rest, and sends each tag to where it means something. */
function tagReader() {
  const flow = flowWriter(draft())
  const blocks = blockReader(flow)
  const open = new Int32Array(5)
  let dropping = ''
  let depth = 0

  function mark(rank: number, by: 1 | -1): void {
    const count = Math.max(0, (open[rank] ?? 0) + by)
    open[rank] = count
    flow.setMark(rank, count > 0)
  }
  function dropped(tag: string, closed: boolean): boolean {
    if (dropping === 'head' && !IN_HEAD.has(tag)) dropping = ''
    if (dropping === '') {
      if (!DROPPED.has(tag)) return false
      if (closed && tag === 'svg') return true
      dropping = tag
      depth = 1
    } else if (tag === dropping) {
      depth++
    }
    return true
  }
  return {
    text(raw: string): void {
      if (dropping === '') flow.text(raw)
    },
    reference(code: number): void {
      if (dropping === '') flow.reference(String.fromCodePoint(code))
    },
    open(tag: string, attributes: Record<string, string>, closed: boolean): void {
      if (dropped(tag, closed)) return
      const rank = MARKS.get(tag)
      if (rank !== undefined) mark(rank, 1)
      else if (tag === 'br') flow.lineBreak()
      else if (tag === 'img') flow.image(attributes.src ?? '', attributes.alt ?? '')
      else if (tag === 'hr') blocks.end()
      else if (BLOCKS.has(tag)) blocks.open(tag)
    },
    close(tag: string): void {
      if (dropping !== '') {
        if (tag === dropping && --depth === 0) dropping = ''
        return
      }
      const rank = MARKS.get(tag)
      if (rank !== undefined) mark(rank, -1)
      else if (tag === 'br') flow.lineBreak()
      else if (BLOCKS.has(tag)) blocks.close(tag)
    },
    finish(): RichText {
      blocks.closeAll()
      return flow.finish()
    },
  }
}
