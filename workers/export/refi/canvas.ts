/** Where the bubbles are, as a graph. */
import type { Quirk } from '../../../src/model/schema.ts'
import { colour } from './codes.ts'
import type { Guids } from './guid.ts'
import { attribute, element } from './xml.ts'

/** Half of what a bubble measures there, in canvas px. */
const radius = 30

/** A `<Graph>`; the place of a bubble is the middle of its oval. */
export function canvas(quirks: readonly Quirk[], guids: Guids): string {
  const ovals = quirks.map(({ id, title, color, x, y }) =>
    element(
      'Vertex',
      attribute('guid', guids.of('vertex', id)) +
        attribute('representedGUID', guids.of('quirk', id)) +
        attribute('name', title) +
        attribute('firstX', x - radius) +
        attribute('firstY', y - radius) +
        attribute('secondX', x + radius) +
        attribute('secondY', y + radius) +
        attribute('shape', 'Oval') +
        colour(color),
    ),
  )
  if (ovals.length === 0) return ''
  return element('Graph', attribute('guid', guids.of('canvas', 0)) + attribute('name', 'Canvas'), ovals.join(''))
}
