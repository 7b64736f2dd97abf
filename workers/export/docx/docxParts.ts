/** What a Word document has around its text (ECMA-376, transitional). */
import { wordSpacingAfter } from '../../../src/model/limits.ts'
import { MAX_DEPTH } from '../../../src/model/text/kinds.ts'
import { xmlHead } from '../xml.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const wordprocessingml = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const parts = ['comments', 'styles', 'numbering'] as const

export const namespaces = [
  `xmlns:w="${main}"`,
  `xmlns:r="${office}"`,
  `xmlns:wp="${drawing}/wordprocessingDrawing"`,
  `xmlns:a="${drawing}/main"`,
  `xmlns:pic="${drawing}/picture"`,
].join(' ')

export const spacing = `<w:spacing w:after="${wordSpacingAfter}"/>`

export const contentTypes = `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  'png',
  'jpeg',
  'gif',
  'webp',
]
  .map((kind) => `<Default Extension="${kind}" ContentType="image/${kind}"/>`)
  .join('')}<Override PartName="/word/document.xml" ContentType="${wordprocessingml}.document.main+xml"/>${parts
  .map((part) => `<Override PartName="/word/${part}.xml" ContentType="${wordprocessingml}.${part}+xml"/>`)
  .join('')}</Types>`

export const packageRelationships = `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`

/** `images`: their file names, by the relationship's id. */
export const documentRelationships = (images: ReadonlyMap<string, string>): string =>
  `${xmlHead}<Relationships xmlns="${packages}/relationships">${[
    ...parts.map((part) => [part, part, `${part}.xml`] as const),
    ...[...images].map(([id, name]) => [id, 'image', `media/${name}`] as const),
  ]
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

export const documentStart = `${xmlHead}<w:document ${namespaces}><w:body>`
/** A4 with margins of an inch, in twentieths of a point. */
export const documentEnd =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>'

export const commentsStart = `${xmlHead}<w:comments ${namespaces}>`
export const commentsEnd = '</w:comments>'

const heading = (level: 1 | 2, size: number) =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:sz w:val="${size}"/></w:rPr></w:style>`

export const styles = `${xmlHead}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr>${spacing}</w:pPr></w:style>${heading(1, 36)}${heading(2, 28)}<w:style w:type="paragraph" w:styleId="ListParagraph"><w:name w:val="List Paragraph"/><w:basedOn w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="CommentText"><w:name w:val="annotation text"/><w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="20"/></w:rPr></w:style><w:style w:type="character" w:styleId="CommentReference"><w:name w:val="annotation reference"/><w:rPr><w:sz w:val="16"/></w:rPr></w:style></w:styles>`

/** One list of bullets, with all the levels that a text can have. */
export const numbering = `${xmlHead}<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>${Array.from(
  { length: MAX_DEPTH },
  (_, level) =>
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="${'•◦▪'[level % 3]}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr></w:lvl>`,
).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
