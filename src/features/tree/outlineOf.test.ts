import { describe, expect, it } from 'vitest'
import type { QuirkRow } from '../../model/queries.ts'
import { bestOf, lineBefore, outlineOf, stepFrom } from './outlineOf.ts'

const quirk = (id: number, title: string, parentQuirkId = -1, highlights = 0): QuirkRow => ({
  ...{ id, title, parentQuirkId, highlights },
  ...{ description: '', color: '#1a66d1', x: 0, y: 0, author: 'A', timestamp: 0 },
})
const rows = [
  quirk(1, 'Belonging', -1, 12),
  quirk(2, 'Helping out', 1, 5),
  quirk(3, 'Advice', 2, 4),
  quirk(4, 'Neighbours', 1, 8),
  quirk(5, 'Worries', -1, 7),
]
const usual: Parameters<typeof outlineOf>[1] = { closed: new Set(), sought: '', shown: null }
const drawn = (narrowed: Partial<typeof usual>, of = rows) =>
  outlineOf(of, { ...usual, ...narrowed }).map(({ quirk: { id }, level, isFrame }) =>
    isFrame ? `(${level}:${id})` : `${level}:${id}`,
  )

describe('the codebook as an outline', () => {
  it('has each quirk under the one that it is inside of, with its own highlights and those of all inside', () => {
    const lines = outlineOf(rows, usual)
    expect(drawn({})).toEqual(['1:1', '2:2', '3:3', '2:4', '1:5'])
    expect(lines.map(({ total }) => total)).toEqual([29, 9, 4, 8, 7])
    expect(lines.map(({ place, siblings }) => `${place}/${siblings}`)).toEqual(['1/2', '1/2', '1/1', '2/2', '2/2'])
  })

  it('folds away what is inside a quirk, and still counts it', () => {
    expect(drawn({ closed: new Set([2]) })).toEqual(['1:1', '2:2', '2:4', '1:5'])
    expect(drawn({ closed: new Set([1, 2]) })).toEqual(['1:1', '1:5'])
    expect(outlineOf(rows, { ...usual, closed: new Set([1]) })[0]).toMatchObject({ total: 29, isOpen: false })
  })

  it('shows what is sought within what it is inside of, whatever is folded away', () => {
    expect(drawn({ sought: 'ADV', closed: new Set([1]) })).toEqual(['(1:1)', '(2:2)', '3:3'])
    expect(drawn({ sought: 'nothing' })).toEqual([])
    expect(bestOf(outlineOf(rows, { ...usual, sought: 'h' }), 'h')?.id).toBe(2)
  })

  it('leaves out what the groups filter leaves out, and keeps a frame around what it shows', () => {
    expect(drawn({ shown: new Set([3, 5]) })).toEqual(['(1:1)', '(2:2)', '3:3', '1:5'])
  })

  it('lists each quirk of a cycle once', () => {
    expect(drawn({}, [quirk(1, 'A', 2), quirk(2, 'B', 1), quirk(3, 'C')])).toEqual(['1:3', '1:1', '2:2'])
  })

  it('is walked by the arrow keys, which also open and close', () => {
    const lines = outlineOf(rows, { ...usual, closed: new Set([2]) })
    const to = (at: number, key: string) => {
      const step = stepFrom(lines, at, key)
      return typeof step === 'object' ? step.quirk.id : step
    }
    expect([to(0, 'ArrowRight'), to(1, 'ArrowRight'), to(2, 'ArrowRight')]).toEqual([2, 'fold', undefined])
    expect([to(2, 'ArrowLeft'), to(0, 'ArrowLeft'), to(3, 'ArrowLeft')]).toEqual([1, 'fold', undefined])
    expect([to(0, 'End'), to(3, 'Home'), to(1, 'ArrowDown'), to(0, 'ArrowUp')]).toEqual([5, 1, 4, undefined])
    expect([lineBefore(lines, 2)?.quirk.id, lineBefore(lines, 1)]).toEqual([2, undefined])
  })
})
