import { describe, expect, test } from 'vitest'
import { contrast, luminance } from '../../palette.ts'
import { legendOf, shadeOf, shades, thresholds } from './shades.ts'

describe('shades', () => {
  test.each([1, 2, 3, 5, 8, 9, 40, 1000, 123_456])(
    'up to %i: every count is in the legend once, with its shade',
    (highest) => {
      const legend = legendOf(highest)
      expect(legend[0]?.from).toBe(1)
      expect(legend.at(-1)?.to).toBe(highest)
      for (const [n, { from }] of legend.entries()) if (n > 0) expect(from).toBe((legend[n - 1]?.to ?? 0) + 1)
      for (const { shade, from, to } of legend)
        for (const count of [from, to]) expect(shadeOf(count, thresholds(highest)), `${count}`).toBe(shade)
    },
  )

  test('of no count there is no legend', () => {
    expect(legendOf(0)).toEqual([])
  })

  test('each further from the paper than the one before, in both themes, and the first told from it', () => {
    for (const [scheme, paper] of [
      ['light', '#ffffff'],
      ['dark', '#1b1d22'],
    ] as const) {
      const away = shades[scheme].map((shade) => Math.abs(luminance(shade) - luminance(paper)))
      expect(away).toEqual(away.toSorted((a, b) => a - b))
      expect(contrast(shades[scheme][0] as string, paper)).toBeGreaterThan(1.3)
      for (const [n, shade] of shades[scheme].entries())
        if (n > 0) expect(contrast(shade, shades[scheme][n - 1] as string)).toBeGreaterThan(1.2)
    }
  })
})
