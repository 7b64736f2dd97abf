import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { territoryColours } from './canvas/map/territory.ts'
import { contrast, discInk, PALETTE, shadesOf } from './palette.ts'

type Triple = [number, number, number]

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB, row by row.
const SIGHT: Record<string, [Triple, Triple, Triple]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function linearRgb(hex: string): Triple {
  const part = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const dot = (row: Triple, [r, g, b]: Triple) => row[0] * r + row[1] * g + row[2] * b

function seen(hex: string, sight: [Triple, Triple, Triple]): Triple {
  const rgb = linearRgb(hex)
  const clamp = (x: number) => Math.min(1, Math.max(0, x))
  return [clamp(dot(sight[0], rgb)), clamp(dot(sight[1], rgb)), clamp(dot(sight[2], rgb))]
}

function oklab(rgb: Triple): Triple {
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], rgb))
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], rgb))
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], rgb))
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ]
}

function distance(a: string, b: string, sight: [Triple, Triple, Triple]): number {
  const [x, y] = [oklab(seen(a, sight)), oklab(seen(b, sight))]
  return 100 * Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}

/** In degrees. */
function hueApart(a: string, b: string): number {
  const [one, other] = [a, b].map((hex) => {
    const [, x, y] = oklab(linearRgb(hex))
    return (Math.atan2(y, x) * 180) / Math.PI
  })
  return Math.abs((((((one ?? 0) - (other ?? 0) + 540) % 360) + 360) % 360) - 180)
}

type Theme = 'light' | 'dark'

function smallestPair(sight: [Triple, Triple, Triple], theme: Theme): number {
  const hexes = PALETTE.map((colour) => colour[theme])
  return Math.min(...hexes.flatMap((a, i) => hexes.slice(i + 1).map((b) => distance(a, b, sight))))
}

describe('§9 quirk palette: 16 colours', () => {
  test('sixteen different names and hex values', () => {
    expect(PALETTE).toHaveLength(16)
    expect(new Set(PALETTE.map((colour) => colour.name)).size).toBe(16)
    expect(new Set(PALETTE.map((colour) => colour.hex)).size).toBe(16)
    for (const { hex } of PALETTE) expect(hex).toMatch(/^#[0-9a-f]{6}$/)
  })

  const paper = { light: '#ffffff', dark: '#1b1d22' }
  const themes = ['light', 'dark'] as const

  test.each(PALETTE)('$name is seen on its paper and on every land of it, and a number is read on it', (colour) => {
    for (const theme of themes) {
      const fill = colour[theme]
      expect(fill).toMatch(/^#[0-9a-f]{6}$/)
      expect(contrast(fill, paper[theme])).toBeGreaterThanOrEqual(4.2)
      expect(contrast(fill, discInk[theme])).toBeGreaterThanOrEqual(4.5)
      for (const other of PALETTE) {
        const { land } = territoryColours(other[theme], paper[theme])
        expect(contrast(fill, land)).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('on either paper a colour has the hue in which it is stored, so that one finds a quirk again where the theme changes', () => {
    for (const colour of PALETTE)
      for (const theme of themes)
        expect(hueApart(colour.hex, colour[theme]), `${colour.name} on ${theme}`).toBeLessThanOrEqual(6)
  })

  test.each([
    ['light', 'normal', 8],
    ['light', 'protan', 5],
    ['light', 'deutan', 5],
    ['light', 'tritan', 6],
    ['dark', 'normal', 10],
    ['dark', 'protan', 6],
    ['dark', 'deutan', 6],
    ['dark', 'tritan', 6],
  ] as const)('on %s paper %s sight keeps every pair %d apart', (theme, name, least) => {
    const sight = SIGHT[name]
    expect(sight && smallestPair(sight, theme)).toBeGreaterThanOrEqual(least)
  })

  test('a colour of another program keeps its hue, is seen on either paper and carries its number', () => {
    for (const hex of ['#ffff00', '#000000', '#ffffff', '#00FF00', '#0000ff', '#ff0000', '#abcdef', '#123456']) {
      const shades = shadesOf(hex)
      for (const theme of themes) {
        expect(shades[theme]).toMatch(/^#[0-9a-f]{6}$/)
        expect(contrast(shades[theme], discInk[theme])).toBeGreaterThanOrEqual(4.5)
        expect(contrast(shades[theme], paper[theme])).toBeGreaterThanOrEqual(3)
      }
    }
    const [r, , b] = [1, 3, 5].map((at) => Number.parseInt(shadesOf('#0000ff').light.slice(at, at + 2), 16))
    expect(b).toBeGreaterThan(2 * r!)
    expect(shadesOf('#D90A1A')).toEqual(shadesOf('#d90a1a'))
  })

  // 10 is the pairs' own distance on dark paper. More is not to be had from this accent: at 12 it is a greenish blue on light paper, and on dark paper
  // nothing but near whites is left, as sixteen colours between which ink is read fill the rest.
  test('the accent of the interface is as far from each of them as the colours of a dark page are from one another', () => {
    const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')
    const accents = /--accent: light-dark\((#\w{6}), (#\w{6})\)/.exec(css)?.slice(1) ?? []
    expect(accents).toHaveLength(2)
    const plain = SIGHT.normal
    themes.forEach((theme, at) => {
      for (const colour of PALETTE)
        expect(plain && distance(accents[at]!, colour[theme], plain)).toBeGreaterThanOrEqual(10)
    })
  })

  test('contrast is that of WCAG: 21 between black and white, the same in either order', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrast('#123456', '#fedcba')).toBe(contrast('#fedcba', '#123456'))
  })
})
