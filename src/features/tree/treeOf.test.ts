import { describe, expect, it } from 'vitest'
import type { QuirkRow } from '../../model/queries.ts'
import { goFrom, inOrder, pathTo, treeOf } from './treeOf.ts'

const quirk = (id: number, parentQuirkId = -1, highlights = 0): QuirkRow => {
  const place = { x: 0, y: 0 }
  return {
    id,
    title: `Q${id}`,
    description: '',
    color: '#1a66d1',
    ...place,
    parentQuirkId,
    author: 'A',
    timestamp: 0,
    highlights,
  }
}
const rowsOf = (...rows: QuirkRow[]) => new Map(rows.map((row) => [row.id, row]))
// 1 holds 2 and 3; 3 holds 4, which holds 5; 6 is alone.
const rows = rowsOf(quirk(1), quirk(2, 1, 3), quirk(3, 1, 8), quirk(4, 3), quirk(5, 4), quirk(6))
const ids = (top: number, shown: ReadonlySet<number> | null = null, of = rows) => {
  const node = treeOf(of, top, shown)
  return node && inOrder(node).map((each) => each.quirk.id)
}

describe('the branch that the tree view shows', () => {
  it('has everything inside the quirk, at whatever depth, the most used first', () => {
    expect(ids(1)).toEqual([1, 3, 4, 5, 2])
    expect(ids(4)).toEqual([4, 5])
    expect(treeOf(rows, 1, null)?.children[0]?.children[0]).toMatchObject({ level: 3, parent: 3, frame: false })
  })

  it('is none when the quirk is gone', () => {
    expect(ids(99)).toBeNull()
  })

  it('leaves out what the groups filter leaves out, and keeps a frame around what it shows', () => {
    expect(ids(1, new Set([5]))).toEqual([1, 3, 4, 5])
    expect(inOrder(treeOf(rows, 1, new Set([5]))!).map(({ frame }) => frame)).toEqual([true, true, true, false])
    expect(ids(1, new Set())).toEqual([1])
  })

  it('ends where a cycle closes', () => {
    const broken = rowsOf(quirk(1, 2), quirk(2, 1))
    expect(ids(1, null, broken)).toEqual([1, 2])
    expect(pathTo(broken, 1).map(({ id }) => id)).toEqual([2])
  })

  it('knows the way up, the outermost first', () => {
    expect(pathTo(rows, 5).map(({ id }) => id)).toEqual([1, 3, 4])
  })

  it('goes by arrows as trees do', () => {
    const list = inOrder(treeOf(rows, 1, null)!)
    const from = (id: number, key: string) => goFrom(list, list.find((node) => node.quirk.id === id)!, key)?.quirk.id
    expect(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End'].map((key) => from(3, key))).toEqual([
      4, 1, 4, 1, 1, 2,
    ])
    expect(from(5, 'ArrowRight')).toBeUndefined()
  })
})
