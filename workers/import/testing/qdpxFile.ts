/** Files of the exchange format for tests, made by program, each with the quirks that a test asks for. */
import { zipSync } from 'fflate'

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** As in an attribute; in a text too, where it must come back as it is. */
export const inXml = (text: string): string => text.replace(/[&<>"\n\r\t]/g, (unit) => escaped[unit] ?? unit)

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element; `children` are XML. */
export function element(name: string, attributes: Attributes = {}, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${inXml(String(value))}"`)
    .join('')
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`
}

/** The same number is the same GUID. */
export const guid = (n: number): string => `${n.toString(16).padStart(8, '0')}-1111-4222-8333-444444444444`

export const project = (attributes: Attributes, ...children: string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>${element(
    'Project',
    { xmlns: 'urn:QDA-XML:project:1.0', name: 'Study', creationDateTime: '2024-03-01T10:00:00Z', ...attributes },
    ...children,
  )}`

export interface QdpxParts {
  xml: string | Uint8Array
  /** `project.qde` where it is left out. */
  qde?: string
  /** By the whole path in the archive. */
  files?: Readonly<Record<string, string | Uint8Array>>
  /** 0: nothing is packed. */
  level?: 0 | 1
}

export function qdpxFile({ xml, qde = 'project.qde', files = {}, level = 1 }: QdpxParts): Uint8Array<ArrayBuffer> {
  const entries = Object.entries({ [qde]: xml, ...files }).map(([name, content]) => [
    name,
    typeof content === 'string' ? utf8(content) : content,
  ])
  return zipSync(Object.fromEntries(entries), { level }) as Uint8Array<ArrayBuffer>
}
