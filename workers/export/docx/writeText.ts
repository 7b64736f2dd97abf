/**
 * How does an answer become Word's paragraphs?
 *
 * Promises: every unit of the text stands once and in order; a comment begins before its first unit and ends after its last, wherever
 * others begin and end; linear time but for sorting.
 */
import { capture } from '../../../src/model/limits.ts'
import { splitsPair } from '../../../src/model/text/canonicalText.ts'
import type { Image, LineKind, MarkTag, RichText } from '../../../src/model/text/richText.ts'
import { xmlText } from '../xml.ts'
import type { Comment, DocxFile, PlacedImage } from './docxFile.ts'
import { spacing } from './docxParts.ts'

/** A comment on [from, to) of a text. */
export interface Commented extends Comment {
  from: number
  to: number
}

interface Border {
  at: number
  id: number
  isEnd: boolean
}

export function writeText(file: DocxFile, rich: RichText, commented: readonly Commented[]): void {
  const borders = bordersOf(file, rich.text, commented)
  const runs = runWriter(file, rich, borders)
  const kinds = new Map(rich.kinds.map((kind) => [kind.at, kind]))
  let paragraph = ''
  for (let from = 0; from <= rich.text.length; ) {
    const found = rich.text.indexOf('\n', from)
    const to = found < 0 ? rich.text.length : found
    const kind = kinds.get(from)
    if (kind?.kind === 'br') paragraph += '<w:r><w:br/></w:r>'
    else {
      if (from > 0) file.write(`${paragraph}</w:p>`)
      paragraph = `<w:p>${paragraphProperties(kind)}`
    }
    paragraph += runs(from, to, found < 0)
    from = to + 1
  }
  file.write(`${paragraph}</w:p>`)
}

const paragraphProperties = (kind: LineKind | undefined): string =>
  kind
    ? `<w:pPr><w:pStyle w:val="ListParagraph"/><w:numPr><w:ilvl w:val="${kind.depth - 1}"/><w:numId w:val="1"/></w:numPr>${spacing}</w:pPr>`
    : `<w:pPr>${spacing}</w:pPr>`

/** Where comments begin and end, in the order of the text: what ends at a place ends before others begin there, but for an empty one. */
function bordersOf(file: DocxFile, text: string, commented: readonly Commented[]): Border[] {
  const within = (at: number) => Math.max(0, Math.min(at, text.length))
  const borders: (Border & { order: number })[] = []
  for (const { from, to, ...comment } of commented) {
    const id = file.comment(comment)
    const start = within(from)
    const end = Math.max(start, within(to))
    borders.push({ at: start, id, isEnd: false, order: 1 }, { at: end, id, isEnd: true, order: start === end ? 2 : 0 })
  }
  return borders.sort((a, b) => a.at - b.at || a.order - b.order)
}

const rangeStart = (id: number) => `<w:commentRangeStart w:id="${id}"/>`
const rangeEnd = (id: number) =>
  `<w:commentRangeEnd w:id="${id}"/><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="${id}"/></w:r>`

const runProperties: readonly (readonly [MarkTag, string])[] = [
  ['b', '<w:b/>'],
  ['em', '<w:i/>'],
  ['i', '<w:i/>'],
  ['mark', '<w:highlight w:val="yellow"/>'],
  ['u', '<w:u w:val="single"/>'],
]

/** Writes line after line, with what begins and ends in it; what lies at a line's end belongs to it, unless more text follows on the next. */
function runWriter(file: DocxFile, rich: RichText, borders: readonly Border[]) {
  const { text, images } = rich
  const turns = rich.marks
    .flatMap(({ tag, from, to }) => [
      { at: from, tag, by: 1 },
      { at: to, tag, by: -1 },
    ])
    .sort((a, b) => a.at - b.at)
  const active = new Map<MarkTag, number>()
  let border = 0
  let turn = 0
  let image = 0

  const turnMarks = (pos: number) => {
    for (let next = turns[turn]; next && next.at <= pos; next = turns[turn]) {
      active.set(next.tag, (active.get(next.tag) ?? 0) + next.by)
      turn += 1
    }
  }
  const bordersUpTo = (pos: number): string => {
    let xml = ''
    for (let next = borders[border]; next && next.at <= pos; next = borders[border]) {
      xml += next.isEnd ? rangeEnd(next.id) : rangeStart(next.id)
      border += 1
    }
    return xml
  }
  const properties = (): string => {
    const on = new Set(runProperties.flatMap(([tag, xml]) => ((active.get(tag) ?? 0) > 0 ? [xml] : [])))
    return on.size > 0 ? `<w:rPr>${[...on].join('')}</w:rPr>` : ''
  }
  return (from: number, to: number, isLast: boolean): string => {
    let xml = ''
    for (let pos = from; pos < to; ) {
      xml += bordersUpTo(pos)
      turnMarks(pos)
      const picture = images[image]
      if (picture?.at === pos) {
        xml += `<w:r>${properties()}${imageXml(file, picture)}</w:r>`
        image += 1
        pos += 1
        continue
      }
      const end = Math.min(to, borders[border]?.at ?? to, turns[turn]?.at ?? to, picture?.at ?? to)
      // A range may begin within a pair of surrogates in a file of another program: XML knows no halves.
      const whole = splitsPair(text, end) ? end + 1 : end
      xml += `<w:r>${properties()}${textXml(text.slice(pos, whole))}</w:r>`
      pos = whole
    }
    turnMarks(to)
    return xml + bordersUpTo(isLast ? Number.POSITIVE_INFINITY : to)
  }
}

/** Tabs are elements of their own. */
const textXml = (text: string): string =>
  text
    .split('\t')
    .map((part) => (part === '' ? '' : `<w:t xml:space="preserve">${xmlText(part)}</w:t>`))
    .join('<w:tab/>')

/** English Metric Units to a pixel. */
const emu = 9525

function imageXml(file: DocxFile, { src, alt }: Image): string {
  const { id, size }: PlacedImage = file.image(src)
  const { width, height } = size ?? { width: capture.image, height: capture.image }
  const scale = Math.min(1, capture.image / width, capture.image / height)
  const [cx, cy] = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale)) * emu)
  const n = file.drawing()
  const named = `id="${n}" name="${id}" descr="${xmlText(alt)}"`
  return `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${named}/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`
}
