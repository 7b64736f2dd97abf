import { expect, test } from 'vitest'
import { random } from '../../model/text/randomRich.ts'
import { inTextOrder } from './textOrder.ts'

test('by place, then the longer one, then the older one, 300 lists from seed 1', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const r = random(seed)
    const rows = Array.from({ length: r.below(60) }, (_, id) => ({ id, start: r.below(20), length: 1 + r.below(6) }))
    const before = [...rows]
    const expected = [...rows].sort((a, b) => a.start - b.start || b.length - a.length || a.id - b.id)
    expect(inTextOrder(rows), `seed ${seed}`).toEqual(expected)
    expect(rows).toEqual(before)
  }
})
