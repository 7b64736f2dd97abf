import { beforeEach, expect, test } from 'vitest'
import { draw, fill, quirkNamed } from '../../../fixtures/project.ts'
import { layoutMap } from '../../../src/model/canvas/map/layoutMap.ts'
import type { Call, NewQuirk } from '../../../src/model/commands.ts'
import type { QuirkRow } from '../../../src/model/queries.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { serverSql } from '../../../wasm/database/migrations/tables.ts'
import { type Copy, openCopy } from '../copy.ts'
import { openMap } from './map.ts'

// A branch whose children lie over slots of the grid that no centre is near to.
const drawing = `
  quirk Trust
  ${Array.from({ length: 12 }, (_, at) => `quirk Letters from the harbour ${at} < Trust`).join('\n  ')}
  quirk Doubt
  source Anna | I [trusted him]Trust until the letter came.
`
let copy: Copy

beforeEach(() => {
  const db = openNode(':memory:')
  db.exec(serverSql)
  fill(db, draw(drawing))
  const bug = (error: unknown) => {
    throw error
  }
  copy = openCopy(db, { now: () => 1, random: () => 0, author: 'me', onChange: () => {}, onProblem: bug, onBug: bug })
})

const quirks = (): QuirkRow[] => {
  const posted = copy.live.ask('quirks', {})
  return 'all' in posted ? posted.all : []
}
const placeOf = (calls: readonly Call[]) => {
  const { x, y } = calls[0]!.args as NewQuirk
  return { x, y }
}
const passage = { sourceId: 1, questionId: 1, start: 0, length: 4 }

test.each<[string, Call]>([
  ['in the codebook', { command: 'createQuirk', args: { title: 'Hope' } }],
  ['for words of a text', { command: 'createQuirkForPassage', args: { title: 'Hope', ...passage } }],
])('a quirk that is made %s stands where nothing is drawn, and moves nothing', (_, call) => {
  const map = openMap()
  const before = map.layOut(quirks(), {})
  const done = copy.run('tab', 'c', map.withPlaces(copy, [call]), 'undo.createQuirk')
  expect(done).toHaveProperty('ok')
  const after = map.layOut(quirks(), { scale: before.scale, drawn: before.placed })
  const was = new Map(before.placed.map((bubble) => [bubble.id, bubble]))
  const hope = quirkNamed(copy.db, 'Hope')
  expect(after.placed.find(({ id }) => id === hope)).toBeDefined()
  for (const { id, x, y } of after.placed) {
    const { x: wasX, y: wasY } = was.get(id) ?? { x, y }
    expect(Math.hypot(x - wasX, y - wasY)).toBeLessThan(1)
  }
})

test('without a canvas in this session it stands where the canvas that is opened next has room for it', () => {
  const { x, y } = placeOf(openMap().withPlaces(copy, [{ command: 'createQuirk', args: { title: 'Hope' } }]))
  const { placed, scale } = layoutMap(quirks())
  expect([x, y].every(Number.isInteger)).toBe(true)
  const at = { x: 287 + (x! - 287) * scale, y: 375 + (y! - 375) * scale }
  for (const bubble of placed) expect(Math.hypot(bubble.x - at.x, bubble.y - at.y)).toBeGreaterThan(bubble.r + 12)
})

test('a place that is given stays, and so does what is made inside another one', () => {
  const placed: Call[] = [{ command: 'createQuirk', args: { title: 'Hope', x: 3, y: 4 } }]
  const nested: Call[] = [
    { command: 'createQuirk', args: { title: 'Hope', parentQuirkId: quirkNamed(copy.db, 'Trust') } },
  ]
  expect(openMap().withPlaces(copy, placed)).toEqual(placed)
  expect(openMap().withPlaces(copy, nested)).toEqual(nested)
})
