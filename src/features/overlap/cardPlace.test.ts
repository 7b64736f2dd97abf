import { expect, test } from 'vitest'
import { cardPlace } from './cardPlace.ts'

const card = { width: 120, height: 70 }
const size = { width: 600, height: 360 }
const middle = 60

function boxFor(disc: { x: number; y: number; r: number }, name: Parameters<typeof cardPlace>[2]['name'] = null) {
  const own = { id: 1, ...disc }
  const { x, y } = cardPlace(own, card, { middle, discs: [own], name }, size)
  return { left: x, top: y, right: x + card.width, bottom: y + card.height }
}

const meets = (a: ReturnType<typeof boxFor>, b: ReturnType<typeof boxFor>) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

test('wherever a disc stands, its card covers neither the middle nor the disc, and is whole in the picture', () => {
  for (let step = 0; step < 24; step += 1) {
    const angle = (step / 24) * 2 * Math.PI
    const disc = { x: Math.cos(angle) * 120, y: Math.sin(angle) * 120, r: 30 }
    const box = boxFor(disc)
    const said = `${step * 15}°`
    expect(meets(box, { left: -middle, top: -middle, right: middle, bottom: middle }), said).toBe(false)
    const { x, y, r } = disc
    expect(meets(box, { left: x - r, top: y - r, right: x + r, bottom: y + r }), said).toBe(false)
    expect(Math.max(-box.left, box.right), said).toBeLessThanOrEqual(size.width / 2)
    expect(Math.max(-box.top, box.bottom), said).toBeLessThanOrEqual(size.height / 2)
  }
})

test('it leaves the disc its name', () => {
  const name = { left: 160, top: -90, right: 240, bottom: -72 }
  expect(meets(boxFor({ x: 200, y: -40, r: 30 }, name), name)).toBe(false)
})
