import { describe, expect, it } from 'vitest'
import { ellipsis, fitTitle, withoutMiddle } from './fitTitle.ts'

/** Every letter half an em wide. */
const measure = (text: string) => text.length / 2

describe('titles in discs', () => {
  it('one line when it fits, more when the disc is high enough', () => {
    expect(fitTitle('Trust', 40, 12, 1, measure)).toEqual({ lines: ['Trust'], cut: false })
    expect(fitTitle('Trust in institutions', 50, 12, 1, measure)).toEqual({
      lines: ['Trust in', 'institutions'],
      cut: false,
    })
    expect(fitTitle('Fear of being alone', 40, 12, 1, measure)).toEqual({
      lines: ['Fear of', 'being alone'],
      cut: false,
    })
  })

  it('never runs over the rim: every line fits the circle at its height', () => {
    for (const radius of [12, 20, 31, 50]) {
      const fitted = fitTitle('On the difficulty of saying no to people', radius, 12, 1, measure)
      const height = 12 * 1.18
      const count = (fitted?.lines.length ?? 0) + 1
      fitted?.lines.forEach((line, at) => {
        const edge = Math.max(
          Math.abs((-count * height) / 2 + at * height),
          Math.abs((-count * height) / 2 + (at + 1) * height),
        )
        expect(Math.hypot(edge, (measure(line) * 12) / 2)).toBeLessThanOrEqual(radius + 1e-9)
      })
    }
  })

  it('is cut with an ellipsis, and left out when fewer than four letters would stand', () => {
    const fitted = fitTitle('On the difficulty of saying no to people', 40, 12, 1, measure)
    expect(fitted?.cut).toBe(true)
    expect(fitted?.lines.at(-1)).toMatch(/…$/)
    expect(fitTitle('Institutions', 12, 12, 0, measure)).toBeNull()
  })

  it('cuts between letters as readers see them', () => {
    const families = '👩‍👩‍👧‍👦'.repeat(6)
    const wide = (text: string) => [...new Intl.Segmenter().segment(text)].length
    expect(ellipsis(families, 5, wide)).toBe(`${'👩‍👩‍👧‍👦'.repeat(4)}…`)
    expect(ellipsis('Trust', 2.5, measure)).toBe('Trust')
    expect(ellipsis('Trusted', 2.5, measure)).toBe('Trus…')
    expect(ellipsis('Trusted', 2, measure)).toBeNull()
  })

  it('without its middle where there is no room: titles of one family keep what tells them apart', () => {
    expect(withoutMiddle('Leaving school', 7, measure)).toBe('Leaving school')
    expect(withoutMiddle('Consequences of leaving / money', 8, measure)).toBe('Conseque…/ money')
    expect(withoutMiddle('Consequences of leaving / grief', 8, measure)).toBe('Conseque…/ grief')
    expect(withoutMiddle('Consequences', 0, measure)).toBe('…')
  })
})
