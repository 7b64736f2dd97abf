import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8')
const found = [...css.matchAll(/^ {2}--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);$/gm)]
const tokens = new Map(found.map(([, name, light, dark]) => [name, { light, dark }]))

function luminance(hex: string): number {
  const part = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => luminance(tokens.get(name)?.[theme] ?? '#nothing') + 0.05)
  return a === undefined || b === undefined ? Number.NaN : Math.max(a, b) / Math.min(a, b)
}

const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'danger', 'success', 'warning']
const surfaces = ['page', 'raised']

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test('text is read on every surface: at least 4.5 to 1', () => {
    for (const text of texts) {
      for (const surface of surfaces) {
        expect(contrast(text, surface, theme), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test('text is read on filled controls and washes: at least 4.5 to 1', () => {
    const pairs = [
      ['on-accent', 'accent'],
      ['on-accent', 'accent-strong'],
      ['on-danger', 'danger'],
      ['on-danger', 'danger-strong'],
      ['accent', 'accent-wash'],
      ['ink', 'accent-wash'],
      ['danger', 'danger-wash'],
      ['ink', 'selection'],
      ['page', 'ink'],
    ] as const
    for (const [text, ground] of pairs) {
      expect(contrast(text, ground, theme), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('edges of controls and the focus ring are seen: at least 3 to 1', () => {
    for (const mark of ['edge', 'accent', 'danger']) {
      for (const surface of surfaces) {
        expect(contrast(mark, surface, theme), `${mark} on ${surface}`).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('a hairline whispers: it is seen, but never as strong as an edge', () => {
    for (const surface of surfaces) {
      expect(contrast('hairline', surface, theme)).toBeGreaterThan(1.1)
      expect(contrast('hairline', surface, theme)).toBeLessThan(contrast('edge', surface, theme))
    }
  })
})

test('every opaque colour is written so that this test sees it', () => {
  expect(found.length).toBeGreaterThanOrEqual(18)
  expect(css.match(/light-dark\(#/g)).toHaveLength(found.length)
})

test('motion is 150 to 300 ms, and none for those who ask for none', () => {
  const reduced = css.slice(css.indexOf('prefers-reduced-motion'))
  for (const [, name, ms] of css.matchAll(/--(fast|motion|sheet): (\d+)ms/g)) {
    expect(Number(ms)).toBeGreaterThanOrEqual(150)
    expect(Number(ms)).toBeLessThanOrEqual(300)
    expect(reduced).toContain(`--${name}: 0s`)
  }
})
