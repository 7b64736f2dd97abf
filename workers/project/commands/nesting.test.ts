import { expect, test } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import { seeded } from '../../../fixtures/random.ts'
import { layoutMap, type MapLayout } from '../../../src/model/canvas/map/layoutMap.ts'
import { nestingCalls, withNested } from '../../../src/model/canvas/map/nestedPlaces.ts'
import { quirks } from '../../../src/model/canvas/map/testing/manyQuirks.ts'
import type { QuirkRow } from '../../../src/model/queries.ts'
import { nestingProblem } from '../../../src/model/rules/nesting.ts'
import { type Placed, placedIn, placedKey } from '../../../src/model/rules/projects/settings.ts'
import type { Preference } from '../../../src/model/schema.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { serverSql } from '../../../wasm/database/migrations/tables.ts'
import { type Copy, openCopy } from '../copy.ts'

function opened(count: number): Copy {
  const db = openNode(':memory:')
  db.exec(serverSql)
  const drawn = draw('quirk A')
  drawn.quirks = quirks(count).map(({ highlights: _, ...quirk }) => ({ ...drawn.quirks[0]!, ...quirk }))
  fill(db, drawn)
  const bug = (error: unknown) => {
    throw error
  }
  return openCopy(db, { now: () => 1, random: () => 0, author: 'me', onChange: () => {}, onProblem: bug, onBug: bug })
}

const rowsOf = ({ live }: Copy): Map<number, QuirkRow> => {
  const posted = live.ask('quirks', {})
  return new Map(('all' in posted ? posted.all : []).map((row) => [row.id, row]))
}
const placedBy = ({ db }: Copy): Placed => {
  const all = db.all<Preference>('SELECT key, value FROM preferences WHERE key = ?', [placedKey])
  return placedIn(new Map(all.map((row) => [row.key, row])))
}
/** As a canvas draws it that is opened anew. */
const anew = (copy: Copy): MapLayout => {
  const placed = placedBy(copy)
  return layoutMap([...rowsOf(copy).values()], { scale: placed === '' ? null : 1, nested: placed === 'all' })
}
/** As the open canvas draws what has changed. */
const next = (copy: Copy, { placed: drawn }: MapLayout): MapLayout =>
  layoutMap([...rowsOf(copy).values()], { scale: 1, drawn, nested: placedBy(copy) === 'all' })

/** As `data/live/nestOnMap.ts` does it. */
function nest(copy: Copy, layout: MapLayout, quirkId: number, parentQuirkId: number): void {
  const rows = rowsOf(copy)
  const known = placedBy(copy)
  const { placed } = layoutMap(withNested([...rows.values()], quirkId, parentQuirkId), {
    ...{ scale: layout.scale, drawn: layout.placed, nested: known === 'all' },
  })
  const calls = nestingCalls({ quirkId, parentQuirkId }, placed, rows, known)
  expect(copy.run('tab', `${quirkId} ${parentQuirkId} ${known}`, calls, 'undo.moveQuirk')).toHaveProperty('ok')
}

const furthest = (one: MapLayout, other: MapLayout) => {
  const there = new Map(other.placed.map((bubble) => [bubble.id, bubble]))
  const away = one.placed.map(({ id, x, y }) => Math.hypot(x - there.get(id)!.x, y - there.get(id)!.y))
  return Math.max(...away)
}

/** Places are stored as whole numbers, and those of a third level are the sum of three. */
const rounding = 3

test.each([14, 60, 150])(
  'a canvas of %i quirks on which somebody has nested is drawn the same after a reload',
  (count) => {
    const copy = opened(count)
    const random = seeded(5)
    const ids = [...rowsOf(copy).keys()]
    let layout = anew(copy)
    let nested = 0
    for (let tries = 0; nested < 12 && tries < 200; tries++) {
      const [id, parent] = [random.from(ids), random.from(ids)]
      const rows = rowsOf(copy)
      if (rows.get(id)!.parentQuirkId === parent) continue
      if (nestingProblem(new Map([...rows.values()].map((row) => [row.id, row.parentQuirkId])), id, parent)) continue
      nest(copy, layout, id, parent)
      nested += 1
      layout = next(copy, layout)
      expect(furthest(layout, anew(copy))).toBeLessThan(rounding)
    }
    expect(nested).toBeGreaterThan(3)
  },
)

test('one undo brings back the places of all, and who has placed them', () => {
  const copy = opened(60)
  const before = rowsOf(copy)
  const layout = anew(copy)
  nest(copy, layout, 30, 2)
  expect(placedBy(copy)).toBe('all')
  copy.undo('tab')
  expect(rowsOf(copy)).toEqual(before)
  expect(placedBy(copy)).toBe('')
})

test('what is nested without a canvas has no place of its own, and stands at the angle of its rank', () => {
  const copy = opened(14)
  nest(copy, anew(copy), 14, 1)
  const [id, parent] = [13, 2]
  copy.run('tab', 'raw', [{ command: 'moveQuirk', args: { quirkId: id, parentQuirkId: parent } }], 'undo.moveQuirk')
  expect(rowsOf(copy).get(id)).toMatchObject({ x: 0, y: 0, parentQuirkId: parent })
  const { placed } = anew(copy)
  const [child, above] = [placed.find((one) => one.id === id)!, placed.find((one) => one.id === parent)!]
  expect(Math.hypot(child.x - above.x, child.y - above.y)).toBeLessThan(400)
})
