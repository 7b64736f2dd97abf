// The colours of people stand twice: for who draws without CSS, and for CSS.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { personPalette } from '../model/presence.ts'

const css = readFileSync(new URL('people.css', import.meta.url), 'utf8')

test('the stylesheet has the colours of the palette', () => {
  const found = [...css.matchAll(/\[data-person="(\d+)"\] \{\s+--person: (#\w{6});/g)].map(([, n, colour]) => [
    Number(n),
    colour,
  ])
  expect(found).toEqual(personPalette.map((colour, n) => [n, colour]))
})

test('white letters can be read on each of them (4.5 : 1)', () => {
  const light = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0)
  for (const colour of personPalette) expect(1.05 / (light(colour) + 0.05), colour).toBeGreaterThan(4.5)
})
