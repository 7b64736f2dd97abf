import { expect, it } from 'vitest'
import { PALETTE } from '../../model/palette.ts'
import { nextColour } from './nextColour.ts'

it('goes through all sixteen before one comes again', () => {
  const used: string[] = []
  for (let i = 0; i < 32; i++) used.push(nextColour(used))
  expect(new Set(used.slice(0, 16)).size).toBe(16)
  expect(used.slice(16)).toEqual(PALETTE.map(({ hex }) => hex))
})

it('passes over colours that the palette does not have', () => {
  expect(nextColour(['#123456', PALETTE[0].hex])).toBe(PALETTE[1].hex)
})
