import { expect, test } from 'vitest'
import { nameOf } from '../../model/canvas/map/names.ts'
import { discNames } from './discNames.ts'

const size = { width: 400, height: 400 }
const named = (discs: Parameters<typeof discNames>[0], titles: Record<number, string>) =>
  discNames(discs, 30, (id) => titles[id] ?? '', size)

test('a name stands whole below its disc, however large that is, on two lines where it is long', () => {
  const found = named(
    [
      { id: 1, x: 0, y: -100, r: 40 },
      { id: 2, x: 0, y: 90, r: 12 },
    ],
    { 1: 'Trust', 2: 'Neighbours in the same street' },
  )
  expect(found.get(1)).toMatchObject({ lines: ['Trust'], x: 0 })
  expect(found.get(1)?.y).toBeGreaterThan(-60)
  expect(found.get(2)?.lines.join(' ')).toBe('Neighbours in the same street')
  expect(found.get(2)?.y).toBeGreaterThan(102)
})

test('never on another disc, on a name, or out of the picture: then nowhere', () => {
  const discs = Array.from({ length: 40 }, (_, n) => ({
    id: n + 1,
    x: (n % 8) * 48 - 170,
    y: Math.floor(n / 8) * 64 - 150,
    r: 15,
  }))
  const titles = Object.fromEntries(discs.map(({ id }) => [id, `Long title ${id}`]))
  const found = named(discs, titles)
  const boxes = Array.from(found, ([id, { x, y }]) => {
    const { wide, high } = nameOf(titles[id] ?? '', false)
    return { x, y, wide: wide / 2, high: high / 2 }
  })
  expect(boxes.length).toBeGreaterThan(0)
  expect(boxes.length).toBeLessThan(40)
  for (const [n, a] of boxes.entries()) {
    expect(Math.abs(a.x) + a.wide).toBeLessThanOrEqual(200)
    for (const { x, y, r } of discs) {
      const dx = Math.max(0, Math.abs(x - a.x) - a.wide)
      const dy = Math.max(0, Math.abs(y - a.y) - a.high)
      expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(r)
    }
    for (const b of boxes.slice(n + 1))
      expect(Math.abs(a.x - b.x) >= a.wide + b.wide || Math.abs(a.y - b.y) >= a.high + b.high).toBe(true)
  }
})
