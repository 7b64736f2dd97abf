/** OpenDocument texts for tests, made by program. */
import { zipSync } from 'fflate'

const header = '<?xml version="1.0" encoding="UTF-8"?>'
const urn = 'urn:oasis:names:tc:opendocument:xmlns'
const namespaces = ['office', 'style', 'text', 'table', 'draw']
  .map((name) => `xmlns:${name}="${urn}:${name === 'draw' ? 'drawing' : name}:1.0"`)
  .concat(
    `xmlns:fo="${urn}:xsl-fo-compatible:1.0"`,
    `xmlns:svg="${urn}:svg-compatible:1.0"`,
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:math="http://www.w3.org/1998/Math/MathML"',
  )
  .join(' ')
const bytes = (text: string) => new TextEncoder().encode(text)

export interface OdtParts {
  /** What stands within `office:text`. */
  body: string
  /** What stands within the automatic styles of the text, and the styles with names. */
  styles?: string
  namedStyles?: string
  entries?: Readonly<Record<string, Uint8Array>>
}

export function odtFile({ body, styles = '', namedStyles = '', entries = {} }: OdtParts): Uint8Array {
  return zipSync({
    mimetype: [bytes('application/vnd.oasis.opendocument.text'), { level: 0 }],
    'content.xml': bytes(
      `${header}<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ),
    'styles.xml': bytes(
      `${header}<office:document-styles ${namespaces}><office:styles>${namedStyles}</office:styles></office:document-styles>`,
    ),
    'META-INF/manifest.xml': bytes(`${header}<manifest:manifest xmlns:manifest="${urn}:manifest:1.0"/>`),
    ...entries,
  })
}

/** A style of runs, with what stands in its `style:text-properties`. */
export const textStyle = (name: string, properties: string, parent = '') =>
  `<style:style style:name="${name}" style:family="text"${parent && ` style:parent-style-name="${parent}"`}><style:text-properties ${properties}/></style:style>`
