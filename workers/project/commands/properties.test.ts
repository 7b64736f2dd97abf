import { describe, expect, it } from 'vitest'
import { oneCopy } from '../../../fixtures/testing/oneCopy.ts'
import { stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { SourceTableRow } from '../../../src/model/queries.ts'

const world = oneCopy()
const { run, made } = world

const refusedAs = (call: Call) => {
  const done = run(call)
  return isProblem(done) ? done.problem : null
}
const source = (title: string) => made({ command: 'createSource', args: { title } })
const property = (key: string, ...values: string[]) => made({ command: 'createSourceProperty', args: { key, values } })
const valuesOf = (keyId: number) =>
  world.anna.copy.db.all<{ id: number; value: string }>(
    'SELECT id, value FROM source_metadata_values WHERE keyId = ? ORDER BY id',
    [keyId],
  )
const held = (...sourceIds: number[]) => {
  const { value } = world.anna.copy.live.ask('sourceRows', { sourceIds }) as { value: SourceTableRow[] }
  return value.map(({ title, properties }) => [title, ...properties.map(({ valueId }) => nameOf(valueId))].join(' '))
}
const nameOf = (id: number) =>
  world.anna.copy.db.one<{ value: string }>('SELECT value FROM source_metadata_values WHERE id = ?', [id])?.value

describe('1 §5: a new property', () => {
  it('needs a name, at least one value, and a name that is not there in any case', () => {
    const create = (key: string, ...values: string[]) =>
      refusedAs({ command: 'createSourceProperty', args: { key, values } })
    expect(create('  ')).toEqual({ kind: 'keyNameRequired' })
    expect(create('Age')).toEqual({ kind: 'keyRequiresValue' })
    property('Age', '20')
    expect(create(' aGE ', '30')).toEqual({ kind: 'keyExists', name: 'aGE' })
    expect(create('Role', 'a', 'A')).toEqual({ kind: 'valueExists', name: 'A' })
  })
})

describe('1 §5: a property that is there', () => {
  it('keeps a name, and values that are not empty and not there in any case', () => {
    const keyId = property('Age', 'young', 'old')
    property('Role', 'x')
    const [young] = valuesOf(keyId)
    const rename = (key: string) => refusedAs({ command: 'updateSourceProperty', args: { keyId, key } })
    const value = (name: string) =>
      refusedAs({ command: 'updatePropertyValue', args: { valueId: young?.id ?? 0, value: name } })
    expect(rename(' ')).toEqual({ kind: 'keyEmpty' })
    expect(rename('role')).toEqual({ kind: 'keyExists', name: 'role' })
    expect(rename('AGE')).toBeNull()
    expect(value('')).toEqual({ kind: 'valueEmpty' })
    expect(value('OLD')).toEqual({ kind: 'valueExists', name: 'OLD' })
    expect(value('Young')).toBeNull()
    expect(refusedAs({ command: 'createPropertyValue', args: { keyId, value: ' ' } })).toEqual({ kind: 'valueEmpty' })
  })

  it('is deleted with its values and what sources have of it, in one step', () => {
    const id = source('Ana')
    const keyId = property('Age', 'young')
    made({ command: 'setSourceProperties', args: { cells: [{ sourceId: id, keyId, values: ['young'] }] } })
    const before = stateOf(world.anna.copy.db)
    made({ command: 'removeSourceProperty', args: { keyId } })
    expect(held(id)).toEqual(['Ana'])
    expect(valuesOf(keyId)).toEqual([])
    world.anna.copy.undo('tab')
    expect(stateOf(world.anna.copy.db)).toEqual(before)
  })

  it('tells how many sources have each value, and how many have several', () => {
    const [a, b] = [source('Ana'), source('Bo')]
    const keyId = property('Why', 'x', 'y', 'z')
    const [x, y] = valuesOf(keyId)
    const cells = [
      { sourceId: a, keyId, values: ['x', 'y'] },
      { sourceId: b, keyId, values: ['x'] },
    ]
    made({ command: 'setSourceProperties', args: { cells } })
    const window = { keyId, offset: 0, limit: 2 }
    expect(world.anna.copy.live.ask('propertyValues', window)).toEqual({
      value: {
        total: 3,
        rows: [
          { id: x?.id, value: 'x', sources: 2 },
          { id: y?.id, value: 'y', sources: 1 },
        ],
      },
    })
    expect(world.anna.copy.live.ask('propertySeveral', { keyId })).toEqual({ value: 1 })
  })
})

describe('the values of a property', () => {
  it('come by window, and those that begin with what is typed before those that contain it; the very same is always there', () => {
    const keyId = property('Town', 'Old Bonn', 'bonn', 'Bonnard', 'Bonnie', 'Kiel')
    const matches = (search: string, most: number) => {
      const { value } = world.anna.copy.live.ask('propertyMatches', { keyId, search, most })
      return value.map((found) => found.value)
    }
    expect(matches('BON', 9)).toEqual(['bonn', 'Bonnard', 'Bonnie', 'Old Bonn'])
    expect(matches('', 2)).toEqual(['Old Bonn', 'bonn'])
    expect(matches('bonnie', 1)).toEqual(['Bonnie'])
    expect(matches('kiel ', 9)).toEqual(['Kiel'])
    expect(matches('x', 9)).toEqual([])
    made({ command: 'updateSourceProperty', args: { keyId, sortValuesAlphabetically: true } })
    const { value } = world.anna.copy.live.ask('propertyValues', { keyId, offset: 1, limit: 3 })
    expect([value.total, value.rows.map((row) => row.value)]).toEqual([5, ['Bonnard', 'Bonnie', 'Kiel']])
    world.anna.copy.undo('tab')
    expect(matches('', 1)).toEqual(['Old Bonn'])
  })

  it('with a comma are told of where there may be several', () => {
    const keyId = property('Jobs', 'Nurse, retired', 'Cook')
    expect(world.anna.copy.live.ask('valuesWithComma', {})).toEqual({ value: [] })
    made({ command: 'updateSourceProperty', args: { keyId, multipleChoice: true } })
    expect(world.anna.copy.live.ask('valuesWithComma', {})).toEqual({ value: [{ keyId, value: 'Nurse, retired' }] })
  })

  it('a source in the table has the words of its values, also when one is called otherwise', () => {
    const id = source('Ana')
    const keyId = property('Town', 'Bonn')
    const [bonn] = valuesOf(keyId)
    made({ command: 'setSourceProperties', args: { cells: [{ sourceId: id, keyId, values: ['Bonn'] }] } })
    const told: unknown[] = []
    world.anna.copy.live.watch('sourceRows', { sourceIds: [id] }, ({ value }) =>
      told.push(value.map(({ properties }) => properties.map((one) => one.value))),
    )
    made({ command: 'updatePropertyValue', args: { valueId: bonn?.id ?? 0, value: 'Beuel' } })
    expect(told).toEqual([[['Bonn']], [['Beuel']]])
  })
})

describe('cells of a table', () => {
  it('with properties that are made for them, in one step', () => {
    const [a, b] = [source('Ana'), source('Bo')]
    const age = property('Age', 'young')
    const before = stateOf(world.anna.copy.db)
    const create = [
      { key: 'Town', multipleChoice: false },
      { key: 'Jobs', multipleChoice: true },
    ]
    const cells = [
      { sourceId: a, keyId: -1, values: ['Bonn'] },
      { sourceId: a, keyId: -2, values: ['nurse', 'cook'] },
      { sourceId: b, keyId: age, values: ['young'] },
    ]
    made({ command: 'setSourceProperties', args: { cells, create } })
    expect(held(b, a)).toEqual(['Bo young', 'Ana Bonn nurse cook'])
    expect(world.anna.copy.live.ask('propertyKeys', {})).toMatchObject({
      all: [{ key: 'Age' }, { key: 'Town', multipleChoice: 0 }, { key: 'Jobs', multipleChoice: 1 }],
    })
    world.anna.copy.undo('tab')
    expect(stateOf(world.anna.copy.db)).toEqual(before)
  })

  it('are refused as a whole where a property to be made is there or a cell names none', () => {
    const a = source('Ana')
    property('Town', 'Bonn')
    const cells = (keyId: number) => [{ sourceId: a, keyId, values: ['x'] }]
    const create = [{ key: 'TOWN', multipleChoice: false }]
    expect(refusedAs({ command: 'setSourceProperties', args: { cells: cells(-1), create } })).toEqual({
      kind: 'keyExists',
      name: 'TOWN',
    })
    expect(refusedAs({ command: 'setSourceProperties', args: { cells: cells(-1) } })).toMatchObject({
      kind: 'notFound',
    })
  })
})
