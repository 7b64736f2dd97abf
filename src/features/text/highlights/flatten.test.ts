import { expect, test } from 'vitest'
import { random } from '../../../model/text/randomRich.ts'
import { flatten } from './flatten.ts'

test('overlaps become stretches side by side, the shortest highlight first in each', () => {
  const long = { name: 'long', from: 0, to: 10 }
  const short = { name: 'short', from: 4, to: 6 }
  const shown = flatten([long, short], 0, 20).map(
    ({ from, to, layers }) => `${from}-${to} ${layers.map((it) => it.name)}`,
  )
  expect(shown).toEqual(['0-4 long', '4-6 short,long', '6-10 long'])
})

test('only what is asked for is cut', () => {
  expect(flatten([{ from: 0, to: 100 }], 40, 50)).toEqual([{ from: 40, to: 50, layers: [{ from: 0, to: 100 }] }])
  expect(
    flatten(
      [
        { from: 0, to: 40 },
        { from: 50, to: 60 },
      ],
      40,
      50,
    ),
  ).toEqual([])
})

test('every unit lies under exactly the highlights that cover it, 300 texts from seed 1', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const r = random(seed)
    const layers = Array.from({ length: r.below(12) }, (_, id) => {
      const from = r.below(60)
      return { id, from, to: from + r.below(30) }
    })
    const [from, to] = [r.below(20), 20 + r.below(50)]
    const segments = flatten(layers, from, to)
    for (let unit = 0; unit < 100; unit++) {
      const segment = segments.filter((it) => it.from <= unit && unit < it.to)
      const covering = unit < from || unit >= to ? [] : layers.filter((it) => it.from <= unit && unit < it.to)
      expect(segment.length, `seed ${seed}`).toBe(covering.length > 0 ? 1 : 0)
      expect(new Set(segment[0]?.layers ?? []), `seed ${seed}`).toEqual(new Set(covering))
    }
  }
})
