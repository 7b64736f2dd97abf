import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { quirks } from '../../../model/canvas/map/testing/manyQuirks.ts'
import { sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { drawnFor } from './drawnFor.ts'
import { createExpansion } from './expansion.ts'
import { openedOf } from './opened.ts'
import type { Sight } from './sight.ts'

const quirk = (id: number, parentQuirkId = -1): QuirkRow => {
  const place = { x: id * 300, y: 0 }
  return {
    id,
    title: `Q${id}`,
    description: '',
    color: '#1a66d1',
    ...place,
    parentQuirkId,
    author: 'A',
    timestamp: 0,
    highlights: 1,
  }
}
// 1 holds 2, which holds 3; 4 holds 5; 6 is alone.
const rows = [quirk(1), quirk(2, 1), quirk(3, 2), quirk(4), quirk(5, 4), quirk(6)]
const all = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
/** From nearer nothing opens: all of it is seen already. */
const far = 0.5
const nothing = { left: 0, right: 0, top: 0, bottom: 0 }
const anywhere = { left: -9999, right: 9999, top: -9999, bottom: 9999, covered: nothing }

function aBoard(scene = all) {
  let sight: Sight = { scene, whole: scene, numbers: [], labels: new Map(), opened: null }
  const log: string[] = []
  return {
    log,
    get sight() {
      return sight
    },
    find: (id: number) => sight.opened?.scene.byId.get(id) ?? scene.byId.get(id),
    expand: (id: number | null, whole = false) => {
      log.push(id === null ? 'close' : `${whole ? 'whole' : 'open'} ${id}`)
      sight = { ...sight, opened: id === null ? null : openedOf(scene, id, whole, far, anywhere) }
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('1 §9 hover delays: a quirk', () => {
  it('opens its children after 200 ms and their children after 840 ms', () => {
    const board = aBoard()
    createExpansion(board).rest(1)
    vi.advanceTimersByTime(199)
    expect(board.log).toEqual([])
    vi.advanceTimersByTime(1)
    expect(board.log).toEqual(['open 1'])
    vi.advanceTimersByTime(639)
    expect(board.log).toEqual(['open 1'])
    vi.advanceTimersByTime(1)
    expect(board.log).toEqual(['open 1', 'whole 1'])
  })

  it('does not open when it is left before, nor when nothing is inside', () => {
    const board = aBoard()
    const expansion = createExpansion(board)
    expansion.rest(1)
    vi.advanceTimersByTime(150)
    expansion.rest(6)
    vi.advanceTimersByTime(2000)
    expect(board.log).toEqual([])
  })

  it('stays open on its paper and on what is inside, and closes when it is left', () => {
    const board = aBoard()
    const expansion = createExpansion(board)
    expansion.rest(4)
    vi.advanceTimersByTime(1000)
    expansion.rest(5)
    vi.advanceTimersByTime(5000)
    expect(board.sight.opened?.id).toBe(4)
    expansion.rest(null)
    vi.advanceTimersByTime(100)
    expansion.rest(4)
    vi.advanceTimersByTime(5000)
    expect(board.sight.opened?.id).toBe(4)
    expansion.rest(null)
    vi.advanceTimersByTime(200)
    expect(board.log.at(-1)).toBe('close')
  })

  it('a press holds everything as it is until the pointer moves again', () => {
    const board = aBoard()
    const expansion = createExpansion(board)
    expansion.rest(1)
    expansion.stop()
    vi.advanceTimersByTime(2000)
    expect(board.log).toEqual([])
    expansion.rest(1)
    vi.advanceTimersByTime(200)
    expect(board.log).toEqual(['open 1'])
    expansion.stop()
    expansion.rest(null)
    vi.advanceTimersByTime(500)
    expect(board.log).toEqual(['open 1', 'close'])
  })

  it('opens a child within it after 200 ms', () => {
    const board = aBoard()
    const expansion = createExpansion(board)
    expansion.rest(1)
    vi.advanceTimersByTime(210)
    expansion.rest(2)
    vi.advanceTimersByTime(200)
    expect(board.log).toEqual(['open 1', 'whole 1'])
  })

  it('that is folded opens what it is folded into, so that who goes there by keyboard sees it', () => {
    const many = quirks(150).map((each): QuirkRow => ({ ...quirk(each.id), ...each }))
    const folded = foldedAt(sceneOf(new Map(many.map((row) => [row.id, row])), layoutMap(many)), levelOf(0.25))
    const { id } = folded.bubbles.find((bubble) => bubble.folded && bubble.depth === 3)!
    const shows = drawnFor(id, (each) => folded.byId.get(each))!
    expect(shows.depth).toBe(1)
    const board = aBoard(folded)
    createExpansion(board).rest(id)
    vi.advanceTimersByTime(900)
    expect(board.log).toEqual([`open ${shows.id}`, `whole ${shows.id}`])
    expect(drawnFor(id, board.find)!.id).toBe(id)
  })

  it('closes for another one that opens in its place', () => {
    const board = aBoard()
    const expansion = createExpansion(board)
    expansion.rest(1)
    vi.advanceTimersByTime(900)
    expansion.rest(4)
    vi.advanceTimersByTime(900)
    expect(board.log.slice(2)).toEqual(['close', 'open 4', 'whole 4'])
  })
})
