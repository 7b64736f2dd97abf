import { describe, expect, it } from 'vitest'
import { oneCopy } from '../../../fixtures/testing/oneCopy.ts'
import { stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'

const world = oneCopy()
const { run, made } = world

const group = (description: string): Call => ({ command: 'createGroup', args: { description } })
const inGroup = (groupId: number, quirkId: number, member = true): Call => ({
  command: 'setGroup',
  args: { groupId, quirkId, member },
})
const groups = () => world.anna.copy.live.ask('groups', {})
const links = () => world.anna.copy.live.ask('groupQuirks', {})

describe('1 §5: group name', () => {
  it('is required', () => {
    expect(run(group(''))).toEqual({ problem: { kind: 'groupNameRequired' } })
    expect(run(group('  \t'))).toEqual({ problem: { kind: 'groupNameRequired' } })
    expect(groups()).toEqual({ all: [] })
  })

  it('is unique by exact match on the description', () => {
    made(group('🌱 Hope'))
    expect(run(group('🌱 Hope'))).toEqual({ problem: { kind: 'groupExists', name: '🌱 Hope' } })
    expect(run(group(' 🌱 Hope '))).toEqual({ problem: { kind: 'groupExists', name: '🌱 Hope' } })
    made(group('🌱 hope'))
    made(group('Hope'))
    expect(groups()).toMatchObject({ all: [{}, {}, {}] })
  })

  it('is required and unique when a group is renamed, too; its own name is none of another', () => {
    const [warm] = [made(group('Warm')), made(group('Cold'))]
    const rename = (description: string) => run({ command: 'updateGroup', args: { groupId: warm, description } })
    expect(rename(' ')).toEqual({ problem: { kind: 'groupNameRequired' } })
    expect(rename('Cold')).toEqual({ problem: { kind: 'groupExists', name: 'Cold' } })
    expect(rename(' Warm ')).toEqual({ ok: undefined })
    expect(rename('Warmer')).toEqual({ ok: undefined })
    expect(groups()).toMatchObject({ all: [{ description: 'Warmer' }, { description: 'Cold' }] })
    world.anna.copy.undo('tab')
    expect(groups()).toMatchObject({ all: [{ description: 'Warm' }, { description: 'Cold' }] })
  })

  it('has no maximum length', () => {
    const name = 'long '.repeat(2000).trim()
    made(group(name))
    expect(groups()).toMatchObject({ all: [{ description: name }] })
  })
})

describe('1 §3: a quirk may belong to several groups', () => {
  it('and once to each', () => {
    const [warm, cold] = [made(group('Warm')), made(group('Cold'))]
    const quirk = made({ command: 'createQuirk', args: { title: 'Trust' } })
    for (const id of [warm, cold, warm]) run(inGroup(id, quirk))
    expect(links()).toMatchObject({ all: [{ groupId: warm }, { groupId: cold }] })
    run(inGroup(warm, quirk, false))
    run(inGroup(warm, quirk, false))
    expect(links()).toMatchObject({ all: [{ groupId: cold, quirkId: quirk }] })
  })

  it('says so when group or quirk are gone', () => {
    const warm = made(group('Warm'))
    expect(run(inGroup(warm, 77))).toEqual({ problem: { kind: 'quirkNotFound' } })
    expect(run(inGroup(77, 1))).toEqual({ problem: { kind: 'groupNotFound' } })
  })
})

describe('1 §4: group removal', () => {
  it('takes the group from all quirks and deletes it, as one undo step', () => {
    const warm = made(group('Warm'))
    const quirks = ['Trust', 'Doubt'].map((title) => made({ command: 'createQuirk', args: { title } }))
    for (const quirk of quirks) run(inGroup(warm, quirk))
    const before = stateOf(world.anna.copy.db)
    expect(run({ command: 'removeGroup', args: { groupId: warm } })).toHaveProperty('ok')
    expect([groups(), links()]).toEqual([{ all: [] }, { all: [] }])
    expect(world.anna.copy.live.ask('quirks', {})).toMatchObject({ all: [{}, {}] })
    world.simulation.settle()
    expect(stateOf(world.anna.copy.db)).toEqual(stateOf(world.simulation.roomDb))

    expect(world.anna.copy.undo('tab')).toHaveProperty('ok')
    world.simulation.settle()
    expect(stateOf(world.anna.copy.db)).toEqual(before)
    expect(stateOf(world.simulation.roomDb)).toEqual(before)
  })

  it('ends the step when it does not succeed', () => {
    const warm = made(group('Warm'))
    const removal: Call = { command: 'removeGroup', args: { groupId: warm } }
    run(removal)
    expect(run(removal)).toEqual({ problem: { kind: 'groupNotFound' } })
    made(group('Cold'))
    world.anna.copy.undo('tab')
    expect(groups()).toEqual({ all: [] })
    world.anna.copy.undo('tab')
    expect(groups()).toMatchObject({ all: [{ description: 'Warm' }] })
  })
})
