// The colours of people stand twice: for who draws without CSS, and for CSS.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personPalette } from '../model/presence.ts'

const css = readFileSync(new URL('people.css', import.meta.url), 'utf8')
const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
/** What stands behind people: the desk and the paper on it, light and dark. */
const papers = [...tokens.matchAll(/--(?:page|raised): light-dark\((#\w{6}), (#\w{6})\)/g)].flatMap(
  ([, ...both]) => both,
)

test('the stylesheet has the colours of the palette', () => {
  const found = [...css.matchAll(/\[data-person="(\d+)"\] \{\s+--person: (#\w{6});/g)].map(([, n, colour]) => [
    Number(n),
    colour,
  ])
  expect(found).toEqual(personPalette.map((colour, n) => [n, colour]))
})

const contrast = (a: string, b: string) => {
  const [light, dark] = [lightOf(a), lightOf(b)].sort((one, other) => other - one) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test('white letters can be read on each of them (4.5 : 1), and each is seen on either paper (3 : 1)', () => {
  for (const colour of personPalette) {
    expect(contrast(colour, '#ffffff'), colour).toBeGreaterThan(4.5)
    expect(papers).toHaveLength(4)
    for (const paper of papers) expect(contrast(colour, paper), `${colour} on ${paper}`).toBeGreaterThan(3)
  }
})

// Green and olive, 0.076 apart, were taken for one another.
test('any two of them can be told apart', () => {
  for (const [n, colour] of personPalette.entries())
    for (const other of personPalette.slice(n + 1))
      expect(apart(colour, other), `${colour} ${other}`).toBeGreaterThan(0.11)
})

const partsOf = (hex: string) =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
function lightOf(hex: string): number {
  const [red, green, blue] = partsOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** How far two colours are from each other to the eye, in Oklab. */
function apart(a: string, b: string): number {
  const [one, other] = [oklab(a), oklab(b)]
  return Math.hypot(...one.map((part, i) => part - (other[i] ?? 0)))
}
function oklab(hex: string): number[] {
  const [red, green, blue] = partsOf(hex)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}
