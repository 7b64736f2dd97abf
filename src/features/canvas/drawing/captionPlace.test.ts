import { describe, expect, it } from 'vitest'
import { captionPlace } from './captionPlace.ts'

const view = { width: 800, height: 600 }
const card = { width: 120, height: 40 }
const disc = { x: 400, y: 300, r: 50 }
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('where the card of a bubble stands', () => {
  it('below, in the middle, when nothing is there', () => {
    expect(captionPlace(disc, card, [], view)).toEqual({ x: 340, y: 358 })
  })

  it('on another side, where a bubble or a title is below', () => {
    expect(captionPlace(disc, card, [box(380, 370, 60, 60)], view)).toEqual({ x: 458, y: 280 })
    expect(captionPlace(disc, card, [box(380, 370, 60, 60), box(470, 290, 60, 60)], view)).toEqual({ x: 222, y: 280 })
  })

  it('where all sides are taken, on the one where it covers least', () => {
    const taken = [box(0, 350, 800, 250), box(455, 0, 345, 600), box(0, 0, 345, 600), box(0, 0, 800, 215)]
    expect(captionPlace(disc, card, taken, view)).toEqual({ x: 340, y: 202 })
  })

  it('further out, where that leaves free what a near one would cover', () => {
    const around = [box(340, 352, 120, 22), box(452, 250, 30, 100), box(318, 250, 30, 100), box(340, 226, 120, 22)]
    const corners = [box(440, 340, 30, 30), box(330, 340, 30, 30), box(440, 230, 30, 30), box(330, 230, 30, 30)]
    expect(captionPlace(disc, card, [...around, ...corners], view)).toEqual({ x: 340, y: 386 })
  })

  it('never so far out that it seems to be another one’s', () => {
    const around = [box(250, 150, 300, 300)]
    const { x, y } = captionPlace(disc, card, around, view)
    const across = Math.max(x - disc.x, 0, disc.x - x - card.width)
    const down = Math.max(y - disc.y, 0, disc.y - y - card.height)
    expect(Math.hypot(across, down) - disc.r).toBeLessThanOrEqual(40)
  })

  it('on the other side of the bubble, where it would cover no more than a letter of a title', () => {
    const letters = [box(340, 395, 9, 9), box(570, 285, 9, 9), box(222, 285, 9, 9), box(340, 202, 9, 9)]
    const { x, y } = captionPlace(disc, card, letters, view)
    for (const { left, top, right, bottom } of letters)
      expect(x < right && x + card.width > left && y < bottom && y + card.height > top).toBe(false)
  })

  it('within the canvas, as long as its bubble is', () => {
    const { x } = captionPlace({ ...disc, x: 20 }, card, [], view)
    expect(x).toBe(4)
    const { y } = captionPlace({ ...disc, y: 590 }, card, [], view)
    expect(y + card.height).toBeLessThanOrEqual(600)
    expect(captionPlace({ ...disc, x: -300 }, card, [], view).x).toBe(-360)
  })
})
