import { describe, expect, it } from 'vitest'
import { layoutBubbles } from './bubbleLayout.ts'
import { placeBeside } from './placeBeside.ts'

const disc = (id: number, x: number, y: number, parentQuirkId = -1) => ({ id, x, y, r: 40, parentQuirkId })
const isNew = (id: number) => id >= 10

describe('quirks that come together', () => {
  it.each([
    ['in a row', [disc(1, 50, 50), disc(2, 150, 50), disc(3, 250, 50)]],
    ['in a column', [disc(1, 50, 50), disc(2, 50, 250), disc(3, 50, 450)]],
    ['with others on them', [disc(1, 50, 50), disc(2, 0, 0, 1), disc(3, 0, 0, 1)]],
  ])('touch none of those that stand there %s, and keep their places to each other', (_, there) => {
    const come = [disc(10, 60, 60), disc(11, 200, 90), disc(12, 0, 0, 11), disc(13, 0, 0, 1)]
    const { x, y } = placeBeside(layoutBubbles([...there, ...come]), isNew)
    expect([x, y].every(Number.isInteger)).toBe(true)
    const moved = come.map((one) => ({ ...one, x: one.x + x, y: one.y + y }))
    const after = layoutBubbles([...there, ...moved])
    const block = after.filter(({ id }) => id >= 10 && id !== 13)
    for (const a of block)
      for (const b of after.filter((other) => !block.includes(other)))
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r)
  })

  it('stay where they are on free ground, on an empty canvas, and where all hang on what is there', () => {
    const there = [disc(1, 50, 50)]
    const none = { x: 0, y: 0 }
    expect(placeBeside(layoutBubbles([...there, disc(10, 400, 50)]), isNew)).toEqual(none)
    expect(placeBeside(layoutBubbles([disc(10, 400, 50), disc(11, 410, 60)]), isNew)).toEqual(none)
    expect(placeBeside(layoutBubbles([...there, disc(10, 0, 0, 1)]), isNew)).toEqual(none)
    expect(placeBeside(layoutBubbles(there), isNew)).toEqual(none)
  })
})
