/**
 * Which colours may a quirk have, and which ink is read on them?
 *
 * Promises: sixteen named colours, the same in both themes, each at least 3:1 against the paper of either
 * (`#ffffff`, `#1b1d22`), as far apart as sixteen can be under normal vision and under full protanopia, deuteranopia
 * and tritanopia (palette.test.ts measures it). Hex values are lower case with six digits and are what a project stores.
 */

export const PALETTE = [
  { name: 'red', hex: '#d90a1a' },
  { name: 'orange', hex: '#e97200' },
  { name: 'amber', hex: '#86611d' },
  { name: 'olive', hex: '#8d9964' },
  { name: 'green', hex: '#60a11c' },
  { name: 'emerald', hex: '#3d7449' },
  { name: 'teal', hex: '#1f9198' },
  { name: 'sky', hex: '#2a9cdb' },
  { name: 'blue', hex: '#1a66d1' },
  { name: 'periwinkle', hex: '#8f73ff' },
  { name: 'violet', hex: '#803aff' },
  { name: 'purple', hex: '#b806b7' },
  { name: 'orchid', hex: '#da66c2' },
  { name: 'pink', hex: '#fd359e' },
  { name: 'brown', hex: '#9c7a71' },
  { name: 'slate', hex: '#666872' },
] as const

/** Of a row: `#rrggbb`, in letters of either case. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A colour that a file has, as a project stores it; null: what is written is none. */
export function colourOf(written: string): string | null {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(written.trim()) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  return digits === undefined ? null : `#${digits.toLowerCase()}`
}

/** The colour that a file has, or where it has none, the one of the palette that is the turn of the `at`th. */
export const colourOr = (written: string, at: number): string =>
  colourOf(written) ?? PALETTE[Math.abs(at) % PALETTE.length]?.hex ?? PALETTE[0].hex

/** The colour of a row that another program may have written. `id`: of the row. */
export const soundColour = (written: string, id: number): string =>
  isColour(written) ? written : colourOr(written, id)

export type ColourName = (typeof PALETTE)[number]['name']

function linear(channel: number): number {
  const c = channel / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}

/** `#rrggbb` to the relative luminance of WCAG 2, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const rgb = Number.parseInt(hex.slice(1), 16)
  return 0.2126 * linear((rgb >> 16) & 255) + 0.7152 * linear((rgb >> 8) & 255) + 0.0722 * linear(rgb & 255)
}

/** Contrast ratio of WCAG 2 between two `#rrggbb` colours, 1 to 21, in either order. */
export function contrast(a: string, b: string): number {
  const la = luminance(a) + 0.05
  const lb = luminance(b) + 0.05
  return la > lb ? la / lb : lb / la
}

/** Black or white, whichever is read better on `hex`; at least 4.5:1 on any colour. */
export function labelColour(hex: string): '#000000' | '#ffffff' {
  return contrast(hex, '#000000') >= contrast(hex, '#ffffff') ? '#000000' : '#ffffff'
}
