/** The elements of the exchange format as strings. */
import { xmlText } from '../xml.ts'

/** ` name="value"`, line breaks and tabs kept; nothing for undefined. */
export const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined ? '' : ` ${name}="${typeof value === 'number' ? value : kept(xmlText(value))}"`

const kept = (text: string): string =>
  /[\t\n]/.test(text) ? text.replaceAll('\t', '&#9;').replaceAll('\n', '&#10;') : text

/** `<tag …>inner</tag>`, or `<tag …/>` with nothing in it; `attributes` come from `attribute`. */
export const element = (tag: string, attributes: string, inner = ''): string =>
  inner === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${inner}</${tag}>`

/** The schema knows no list without an item: without any there is no element. */
export const list = (tag: string, items: readonly string[] | string): string => {
  const inner = typeof items === 'string' ? items : items.join('')
  return inner === '' ? '' : `<${tag}>${inner}</${tag}>`
}

/** Years 1 to 9999, which the schema takes; a whole second has no fraction. */
export function dateTime(timestamp: number): string | undefined {
  const date = new Date(timestamp)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date.toISOString().replace('.000Z', 'Z') : undefined
}

/** By which our own importer knows what this folder's README says. */
export const origin = attribute('origin', 'Thicket')
