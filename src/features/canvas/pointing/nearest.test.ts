import { expect, it } from 'vitest'
import { type Direction, nearest } from './nearest.ts'

const at = (name: string, x: number, y: number) => ({ name, x, y })
const middle = at('middle', 0, 0)
const points = [middle, at('right', 100, 10), at('far right', 300, 0), at('aside', 50, -90), at('down', -20, 80)]
const to = (direction: Direction) => nearest(points, middle, direction)?.name

it('goes to the nearest in the direction, preferring what lies straight ahead', () => {
  expect([to('right'), to('up'), to('down'), to('left')]).toEqual(['right', 'aside', 'down', 'down'])
})

it('stays when nothing lies that way', () => {
  expect(nearest(points, points[2]!, 'right')).toBeUndefined()
})
