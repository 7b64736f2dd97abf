import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PALETTE } from '../../model/palette.ts'
import { phoneColours } from './phoneColours.ts'

const palette: readonly string[] = PALETTE.map(({ hex }) => hex)

test('1 §9: five colours of the palette, none twice, the quirk’s own first', () => {
  fc.assert(
    fc.property(
      fc.option(fc.constantFrom(...palette)),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (own, numbers) => {
        const colours = phoneColours(own, () => numbers.next().value)
        expect(new Set(colours).size).toBe(5)
        expect(colours.every((hex) => palette.includes(hex))).toBe(true)
        if (own !== null) expect(colours[0]).toBe(own)
      },
    ),
  )
})

test('every colour comes up', () => {
  const seen = new Set<string>()
  let turn = 0
  for (let draw = 0; draw < 100; draw++) for (const hex of phoneColours(null, () => (turn++ * 0.137) % 1)) seen.add(hex)
  expect(seen.size).toBe(palette.length)
})
