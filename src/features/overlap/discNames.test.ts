import { expect, test } from 'vitest'
import { discTitles } from './discTitles.ts'

/** Every letter half an em wide. */
const measure = (text: string) => text.length / 2
const size = { width: 400, height: 400 }
const titled = (discs: Parameters<typeof discTitles>[0], titles: Record<number, string>) =>
  discTitles(discs, 30, (id) => titles[id] ?? '', size, measure)

test('inside where it fits whole, else beside', () => {
  const found = titled(
    [
      { id: 1, x: 0, y: -100, r: 40 },
      { id: 2, x: 0, y: 90, r: 12 },
    ],
    { 1: 'Trust', 2: 'Neighbours' },
  )
  expect(found.get(1)).toEqual({ inside: ['Trust'], beside: null })
  expect(found.get(2)).toEqual({ inside: [], beside: { text: 'Neighbours', x: 0, y: 113 } })
})

test('never on another disc, on a title, or out of the picture: then only inside, or nowhere', () => {
  const discs = Array.from({ length: 40 }, (_, n) => ({
    id: n + 1,
    x: (n % 8) * 40 - 140,
    y: Math.floor(n / 8) * 34 - 170,
    r: 15,
  }))
  const found = titled(discs, Object.fromEntries(discs.map(({ id }) => [id, `Long title ${id}`])))
  const boxes = [...found.values()].flatMap(({ beside }) =>
    beside ? [{ ...beside, half: (measure(beside.text) * 12) / 2 }] : [],
  )
  expect(boxes.length).toBeGreaterThan(0)
  expect(boxes.length).toBeLessThan(40)
  for (const [n, a] of boxes.entries()) {
    expect(Math.abs(a.x) + a.half).toBeLessThanOrEqual(200)
    for (const { x, y, r } of discs) {
      const dx = Math.max(0, Math.abs(x - a.x) - a.half)
      const dy = Math.max(0, Math.abs(y - a.y) - 8)
      expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(r)
    }
    for (const b of boxes.slice(n + 1))
      expect(Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= 16).toBe(true)
  }
})
