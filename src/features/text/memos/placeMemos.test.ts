import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Box, type Card, groupMarks, type MemoRoom, placeMemos } from './placeMemos.ts'

const room: MemoRoom = { gap: 8, mostPushed: 100, chip: 20 }
const card = (id: number, anchor: number, height = 50): Card => ({ id, anchor, height })
const draw = (boxes: readonly Box[]) =>
  boxes.map((box) => `${box.kind === 'card' ? box.id : `(${box.ids.join('+')})`}@${box.top}`).join(' ')
const place = (cards: Card[], active: number | null = null) => draw(placeMemos(cards, active, room))

describe('cards beside their passages', () => {
  test('stand at them where there is room', () => {
    expect(place([card(1, 0), card(2, 58), card(3, 400)])).toBe('1@0 2@58 3@400')
  })

  test('are pushed down on collision', () => {
    expect(place([card(1, 10), card(2, 20), card(3, 30), card(4, 300)])).toBe('1@10 2@68 3@126 4@300')
  })

  test('are folded where they would stand too far down', () => {
    expect(place([card(1, 0), card(2, 0), card(3, 0), card(4, 5), card(5, 90)])).toBe('1@0 2@58 (3+4)@116 5@144')
  })

  test('the active one stands at its passage exactly, and those before it give way upward', () => {
    expect(place([card(1, 200), card(2, 210), card(3, 220)], 2)).toBe('1@152 2@210 3@268')
    expect(place([card(1, 200), card(2, 210), card(3, 220)], 3)).toBe('1@104 2@162 3@220')
  })

  test('what finds no room above the active one is folded under it', () => {
    expect(place([card(1, 0), card(2, 0), card(3, 0), card(4, 10)], 3)).toBe('3@0 (1+2)@58 4@86')
  })

  test('what would stand too far up is folded above it', () => {
    const crowd = [1, 2, 3, 4].map((id) => card(id, 300))
    expect(place(crowd, 4)).toBe('(1+2)@214 3@242 4@300')
  })
})

describe('however many and however tall', () => {
  const drawn = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 20, max: 300 })), { maxLength: 40 })
    .map((steps) => {
      let anchor = 0
      return steps.map(([by, height], id) => {
        anchor += by
        return card(id, anchor, height)
      })
    })

  test('every card is in one box, none overlap, none is far from its passage, the active one is at its own', () => {
    fc.assert(
      fc.property(drawn, fc.option(fc.nat(39)), (cards, active) => {
        const boxes = placeMemos(cards, active, room)
        const ids = boxes.flatMap((box) => (box.kind === 'card' ? [box.id] : box.ids))
        expect(ids.toSorted((a, b) => a - b)).toEqual(cards.map(({ id }) => id))
        for (const [i, box] of boxes.entries()) {
          expect(box.top).toBeGreaterThanOrEqual(0)
          const next = boxes[i + 1]
          if (next) expect(next.top).toBeGreaterThanOrEqual(box.top + box.height + room.gap)
          if (box.kind === 'chip') continue
          const { anchor } = cards[box.id] as Card
          expect(Math.abs(box.top - anchor)).toBeLessThanOrEqual(box.id === active ? 0 : room.mostPushed)
        }
        // Only what is folded under the active one stands out of order.
        const shown = boxes.flatMap((box) => (box.kind === 'card' ? [box.id] : []))
        expect(shown).toEqual(shown.toSorted((a, b) => a - b))
      }),
      { seed: 61, numRuns: 2000 },
    )
  })

  test('marks that would touch are one', () => {
    fc.assert(
      fc.property(drawn, (cards) => {
        const groups = groupMarks(cards, 24)
        expect(groups.flatMap((box) => (box.kind === 'chip' ? box.ids : []))).toEqual(cards.map(({ id }) => id))
        for (const [i, { top }] of groups.entries())
          if (i > 0) expect(top).toBeGreaterThanOrEqual((groups[i - 1] as Box).top + 24)
      }),
      { seed: 62 },
    )
  })
})
