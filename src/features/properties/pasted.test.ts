import { describe, expect, it } from 'vitest'
import { pastedAt, pastedByName } from './pasted.ts'
import type { Property } from './properties.ts'

const property = (id: number, key: string, multiple = false): Property => ({
  ...{ id, key, multiple, sorted: false, total: 0 },
  values: [],
  withComma: [],
})
const age = property(10, 'Age')
const why = property(11, 'Why', true)
const one = { rows: 1, columns: 1 }
const short = (cells: { sourceId: number; keyId: number; values: string[] }[]) =>
  cells.map(({ sourceId, keyId, values }) => `${sourceId}.${keyId}=${values.join('|')}`)

describe('a table pasted on cells', () => {
  it('lies from the first chosen cell on; several values are apart by commas where there may be several', () => {
    const table = [
      ['30', 'peace, quiet'],
      ['a, b', ''],
    ]
    const { cells, left } = pastedAt(table, { sourceIds: [1, 2, 3], properties: [age, why], chosen: one })
    expect(short(cells)).toEqual(['1.10=30', '1.11=peace|quiet', '2.10=a, b', '2.11='])
    expect(left).toEqual({ rows: 0, columns: 0 })
  })

  it('says what lies beyond the table, and a short row leaves the rest alone', () => {
    const table = [['1', '2', '3'], ['4'], ['5']]
    const { cells, left } = pastedAt(table, { sourceIds: [1, 2], properties: [age, why], chosen: one })
    expect(short(cells)).toEqual(['1.10=1', '1.11=2', '2.10=4'])
    expect(left).toEqual({ rows: 1, columns: 1 })
  })

  it('goes over and over through what is chosen', () => {
    const place = { sourceIds: [1, 2, 3, 4], properties: [age, why], chosen: { rows: 4, columns: 2 } }
    expect(pastedAt([['x']], place).cells).toHaveLength(8)
    expect(short(pastedAt([['x'], ['y']], place).cells).filter((cell) => cell.includes('.10'))).toEqual([
      '1.10=x',
      '2.10=y',
      '3.10=x',
      '4.10=y',
    ])
    expect(pastedAt([['x'], ['y'], ['z']], place).cells).toHaveLength(6)
  })

  it('nothing sets nothing', () => {
    expect(pastedAt([], { sourceIds: [1], properties: [age], chosen: one }).cells).toEqual([])
  })
})

describe('a table pasted on names', () => {
  const sources = [
    { id: 1, title: 'Ana' },
    { id: 2, title: 'Bo' },
    { id: 3, title: 'ana' },
  ]

  it('finds sources and properties by their names, in any case and order', () => {
    const table = [
      ['who', 'WHY', 'age '],
      ['bo', 'a, b', '40'],
      ['ANA', '', '41'],
    ]
    const { cells, create } = pastedByName(table, sources, [age, why])
    expect(short(cells)).toEqual(['2.11=a|b', '2.10=40', '1.11=', '1.10=41'])
    expect(create).toEqual([])
  })

  it('2 §4 makes properties that are not there, for several values where a cell has a comma', () => {
    const table = [
      ['', 'Age', 'Town', 'Jobs', 'town'],
      ['Ana', '1', 'Bonn', 'a', 'x'],
      ['Bo', '2', 'Kiel', 'a,b', 'x'],
    ]
    const { cells, create } = pastedByName(table, sources, [age])
    expect(create).toEqual([
      { key: 'Town', multipleChoice: false },
      { key: 'Jobs', multipleChoice: true },
    ])
    expect(short(cells)).toEqual(['1.10=1', '1.-1=Bonn', '1.-2=a', '2.10=2', '2.-1=Kiel', '2.-2=a|b'])
  })

  it('counts rows of sources that are not there, and those of a source named twice', () => {
    const table = [['', 'Age'], ['Cy', '1'], ['Ana', '2'], ['Ana', '3'], [''], ['', '']]
    const { cells, left } = pastedByName(table, sources, [age])
    expect(short(cells)).toEqual(['1.10=2'])
    expect(left.rows).toBe(2)
  })

  it('makes no property where no source is found', () => {
    const { cells, create } = pastedByName(
      [
        ['', 'Town'],
        ['Cy', 'x'],
      ],
      sources,
      [age],
    )
    expect([cells, create]).toEqual([[], []])
  })
})
