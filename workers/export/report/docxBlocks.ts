/** Paragraphs, tables and pictures of a Word document (ECMA-376, transitional). */
import type { DocxFile } from '../docx/docxFile.ts'
import type { Picture } from '../picture/shapes.ts'
import { xmlText } from '../xml.ts'

const soft = '<w:color w:val="54575F"/>'

interface ParagraphLook {
  bold?: boolean
  soft?: boolean
  small?: boolean
  indent?: boolean
  /** Stays on the page of the next one. */
  keeps?: boolean
}

export function paragraph(text: string, look: ParagraphLook = {}): string {
  const about = `${look.keeps ? '<w:keepNext/>' : ''}${look.small ? '<w:spacing w:after="240"/>' : ''}${look.indent ? '<w:ind w:left="360"/>' : ''}`
  const run = `${look.bold ? '<w:b/>' : ''}${look.soft || look.small ? soft : ''}${look.small ? '<w:sz w:val="18"/>' : ''}`
  return `<w:p>${about && `<w:pPr>${about}</w:pPr>`}${runs(text, run)}</w:p>`
}

export const heading = (level: 1 | 2, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>${runs(text, '')}</w:p>`

const runs = (text: string, look: string): string =>
  text
    .split('\n')
    .map(
      (line, at) =>
        `<w:r>${look && `<w:rPr>${look}</w:rPr>`}${at > 0 ? '<w:br/>' : ''}<w:t xml:space="preserve">${xmlText(line)}</w:t></w:r>`,
    )
    .join('')

const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="D5D1C8"/>`
const look = `<w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>${['top', 'bottom', 'insideH'].map(edge).join('')}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="80" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar></w:tblPr>`

/** Between the margins of a page, in twentieths of a point. */
const pageWidth = 9026
/** In letters: what a column has at least, and from where on its text goes over several lines. */
const narrowest = 9
const widest = 60

/** Of each column, by the longest that is in it: descriptions have room, numbers take none. In sum `pageWidth`. */
function widthsOf(head: readonly string[] | null, rows: readonly (readonly string[])[]): number[] {
  const longest: number[] = Array(head?.length ?? rows[0]?.length ?? 1).fill(narrowest)
  for (const row of head ? [head, ...rows] : rows)
    for (const [column, text] of row.entries())
      longest[column] = Math.min(widest, Math.max(longest[column] ?? narrowest, text.length + 2))
  const all = longest.reduce((sum, each) => sum + each, 0)
  return longest.map((each) => Math.floor((each / all) * pageWidth))
}

/** The head stands again on each page; no row is cut. `colours`: `#rrggbb` at the beginning of each row. */
export function table(
  head: readonly string[] | null,
  rows: readonly (readonly string[])[],
  colours?: readonly string[],
): string {
  const widths = widthsOf(head, rows)
  const grid = `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`
  const first = head
    ? `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${head.map((text, column) => cell(text, '<w:b/>', widths[column])).join('')}</w:tr>`
    : ''
  const others = rows.map((row, at) => {
    const colour = colours?.[at]
    const cells = row.map((text, column) => cell(text, '', widths[column], column === 0 ? colour : undefined))
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join('')}</w:tr>`
  })
  return `<w:tbl>${look}${grid}${first}${others.join('')}</w:tbl><w:p/>`
}

function cell(text: string, look: string, width = 0, colour?: string): string {
  const [indent = ''] = /^\u2003*/.exec(text) ?? []
  const dot = colour === undefined ? '' : runs(`${indent}● `, `<w:color w:val="${colour.slice(1)}"/>`)
  const words = runs(colour === undefined ? text : text.slice(indent.length), look)
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:spacing w:before="40" w:after="40"/></w:pPr>${dot}${words}</w:p></w:tc>`
}

const emu = 9525
/** Between the margins of a page, in px of a 96th of an inch. */
const room = { width: 600, height: 820 }

/** As large as the page lets it be. */
export function pictureParagraph(file: DocxFile, bytes: Uint8Array, { width, height, title }: Picture): string {
  const scale = Math.min(room.width / width, room.height / height)
  const { id } = file.image(`data:image/png;base64,${base64(bytes)}`)
  const size = `cx="${Math.round(width * scale * emu)}" cy="${Math.round(height * scale * emu)}"`
  const number = file.drawing()
  const named = `id="${number}" name="${id}" descr="${xmlText(title)}"`
  return `<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${named}/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
