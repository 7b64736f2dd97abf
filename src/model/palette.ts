/**
 * Which colours may a quirk have, and which ink is read on them?
 *
 * Promises: sixteen named colours. `hex` is what a project stores, lower case with six digits; `light` and `dark` are what is painted for it on the
 * paper of each theme: in the hue of `hex`, so that one finds a quirk again where the theme changes, at least 4.2:1 against that paper and 4.5:1 under
 * the one ink that all discs of a theme share, and as far apart as sixteen can be under normal vision and under full protanopia, deuteranopia and
 * tritanopia (palette.test.ts measures it).
 */

export const PALETTE = [
  { name: 'red', hex: '#d90a1a', light: '#a33a3d', dark: '#f43423' },
  { name: 'orange', hex: '#e97200', light: '#bd5a00', dark: '#e8822c' },
  { name: 'amber', hex: '#86611d', light: '#755100', dark: '#e8b03e' },
  { name: 'olive', hex: '#8d9964', light: '#444905', dark: '#aab37e' },
  { name: 'green', hex: '#60a11c', light: '#59812f', dark: '#aee56d' },
  { name: 'emerald', hex: '#3d7449', light: '#1f673e', dark: '#578f5c' },
  { name: 'teal', hex: '#1f9198', light: '#31767a', dark: '#8de9ed' },
  { name: 'sky', hex: '#2a9cdb', light: '#097cbd', dark: '#6cc9fc' },
  { name: 'blue', hex: '#1a66d1', light: '#0032ba', dark: '#468ee3' },
  { name: 'periwinkle', hex: '#8f73ff', light: '#6455a8', dark: '#a09dfb' },
  { name: 'violet', hex: '#803aff', light: '#6920f7', dark: '#8669fd' },
  { name: 'purple', hex: '#b806b7', light: '#82247a', dark: '#bd5ec3' },
  { name: 'orchid', hex: '#da66c2', light: '#a95a94', dark: '#f585d1' },
  { name: 'pink', hex: '#fd359e', light: '#d61474', dark: '#f05793' },
  { name: 'brown', hex: '#9c7a71', light: '#563028', dark: '#e3beb2' },
  { name: 'slate', hex: '#666872', light: '#2b2d3a', dark: '#8a8da2' },
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

/** What is painted for a colour, on light and on dark paper. */
export interface Shades {
  readonly light: string
  readonly dark: string
}

/** Of numbers in discs, and all else that stands on a painted colour. */
export const discInk: Shades = { light: '#ffffff', dark: '#14161a' }

const known = new Map<string, Shades>(PALETTE.map(({ hex, light, dark }) => [hex, { light, dark }]))

/** Of any colour of a project; one that is none of the palette's keeps its hue. `hex`: `#rrggbb`. */
export function shadesOf(hex: string): Shades {
  const key = hex.toLowerCase()
  const before = known.get(key)
  if (before) return before
  const made = { light: shadeOf(key, 0.4, 0.58, -0.01), dark: shadeOf(key, 0.62, 0.86, 0.01) }
  known.set(key, made)
  return made
}

const inCss = ({ light, dark }: Shades) => `light-dark(${light}, ${dark})`

/** A colour of a project as styles of the page take it. */
export const cssColour = (hex: string): string => inCss(shadesOf(hex))
/** The ink on such a colour. */
export const cssInk = inCss(discInk)

/** Lightness between `least` and `most`, then further by `step` until the theme's ink is read on it. */
function shadeOf(hex: string, least: number, most: number, step: number): string {
  const [lightness, a, b] = oklabOf(hex)
  const chroma = Math.hypot(a, b)
  const calmed = Math.min(1, 0.2 / (chroma || 1))
  const ink = step < 0 ? discInk.light : discInk.dark
  let l = Math.min(most, Math.max(least, lightness))
  for (;;) {
    const made = hexOf(l, a * calmed, b * calmed)
    if (contrast(made, ink) >= 4.55 || l <= 0 || l >= 1) return made
    l += step
  }
}

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Björn Ottosson's perceptual space: lightness from 0 to 1, and two axes of hue. */
function oklabOf(hex: string): [l: number, a: number, b: number] {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map(linear)
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ]
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** What a screen cannot show is cut off at its nearest. */
function hexOf(lightness: number, a: number, b: number): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const parts = channels.map((value) => {
    const c = Math.min(1, Math.max(0, value))
    const part = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055
    return Math.round(255 * part)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** Black or white, whichever is read better on `hex`; at least 4.5:1 on any colour. */
export function labelColour(hex: string): '#000000' | '#ffffff' {
  return contrast(hex, '#000000') >= contrast(hex, '#ffffff') ? '#000000' : '#ffffff'
}
