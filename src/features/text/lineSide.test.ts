import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { sideOf } from './lineSide.ts'

test.each([
  ['left', ['Ana: so', '']],
  ['right', ['أنا: نعم', '', '1. كتاب']],
  ['right', ['שלום', 'Ana', 'כן']],
  ['left', ['12 …']],
] as const)('lines begin on the %s: %j', (side, lines) => {
  expect(sideOf(Text.of([...lines]))).toBe(side)
})
