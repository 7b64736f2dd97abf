import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { paperTones, toneOf } from './wordTones.ts'

const css = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const tones = [...css('wordCloud.css').matchAll(/^ {2}--cloud-\d: light-dark\((#\w{6}), (#\w{6})\);$/gm)]
const raised = /--raised: light-dark\((#\w{6}), (#\w{6})\)/.exec(css('../../styles/tokens.css'))

function luminance(hex: string): number {
  const part = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
const contrast = (a: string, b: string): number => {
  const [one, other] = [luminance(a) + 0.05, luminance(b) + 0.05]
  return Math.max(one, other) / Math.min(one, other)
}

describe.each([
  ['light', 1],
  ['dark', 2],
] as const)('%s', (_, theme) => {
  test('words are read: at least 4.5 to 1', () => {
    expect(tones).toHaveLength(paperTones.length)
    for (const tone of tones) expect(contrast(tone[theme] ?? '', raised?.[theme] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

test('a picture has the tones of the light theme, and a word always the same one', () => {
  expect(tones.map(([, light]) => light)).toEqual([...paperTones])
  expect(toneOf('garden')).toBe(toneOf('garden'))
  expect(new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(toneOf)).size).toBeGreaterThan(2)
})
