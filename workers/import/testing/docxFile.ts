/** Word documents for tests, made by program: the parts that a writer makes, around a body in WordprocessingML. */
import { zipSync } from 'fflate'

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
].join(' ')
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const bytes = (text: string) => new TextEncoder().encode(text)

export interface DocxParts {
  /** What stands within `w:body`. */
  body: string
  /** What stands within `w:footnotes`, `w:comments`. */
  footnotes?: string
  comments?: string
  /** Images by their relationship's id and file name. */
  images?: Readonly<Record<string, { name: string; bytes: Uint8Array }>>
  /** More entries, or others instead of those above. */
  entries?: Readonly<Record<string, Uint8Array>>
}

export function docxFile({ body, footnotes, comments, images = {}, entries = {} }: DocxParts): Uint8Array {
  const related = [
    ['styles', 'styles.xml', 'styles'],
    ['numbering', 'numbering.xml', 'numbering'],
    ...(footnotes ? [['footnotes', 'footnotes.xml', 'footnotes']] : []),
    ...(comments ? [['comments', 'comments.xml', 'comments']] : []),
    ...Object.entries(images).map(([id, image]) => [id, `media/${image.name}`, 'image']),
  ]
  const relationships = related.map(
    ([id, target, type]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  )
  return zipSync({
    '[Content_Types].xml': bytes(
      `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/></Types>`,
    ),
    '_rels/.rels': bytes(
      `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="main" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/_rels/document.xml.rels': bytes(
      `${header}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`,
    ),
    'word/styles.xml': bytes(
      `${header}<w:styles ${namespaces}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ),
    'word/numbering.xml': bytes(
      `${header}<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="0">${[0, 1].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="bullet"/></w:lvl>`).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    ),
    'word/document.xml': bytes(`${header}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`),
    ...(footnotes && { 'word/footnotes.xml': bytes(`${header}<w:footnotes ${namespaces}>${footnotes}</w:footnotes>`) }),
    ...(comments && { 'word/comments.xml': bytes(`${header}<w:comments ${namespaces}>${comments}</w:comments>`) }),
    ...Object.fromEntries(Object.values(images).map((image) => [`word/media/${image.name}`, image.bytes])),
    ...entries,
  })
}

/** A run of text; `style` are elements of its properties: `<w:b/>`. */
export const run = (text: string, style = '') =>
  `<w:r>${style && `<w:rPr>${style}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
/** A paragraph of runs, or of bare text; `properties` as in `<w:pStyle w:val="Heading1"/>`. */
export const paragraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`
export const listItem = (text: string, level = 0) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)
export const table = (rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`
export const picture = (id: string, description = '') =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture" descr="${description}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
/** The smallest PNG: one transparent pixel. */
export const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (unit) => unit.charCodeAt(0),
)
