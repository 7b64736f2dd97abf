// What a person may not send (any more) leaves what is shown and is kept for them; what they may send goes on.
import { expect, test } from 'vitest'
import { seeded } from '../../../fixtures/testing/randomWork.ts'
import { simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import { leftSteps, waitingFile } from './carryOver.ts'

const quirk = (title: string) =>
  ({ command: 'createQuirk', args: { title, description: '', color: '#ff0000' } }) as const

test('a reader’s steps are set aside, and their messages still go; one that is put out keeps everything as a file', () => {
  const simulation = simulate(seeded(1))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  simulation.settle()
  const before = stateOf(ana.copy.db)
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  ana.copy.run('tab', 'b', [{ command: 'sendChatMessage', args: { message: 'May I?' } }], 't')
  ana.copy.run('tab', 'c', [quirk('Doubt')], 't')
  expect((JSON.parse(waitingFile(ana.copy.db)) as unknown[]).length).toBe(3)

  expect(ana.copy.setAside(false)).toBe(2)
  expect(leftSteps(ana.copy.db)).toHaveLength(2)
  expect(ana.copy.waiting).toBe(1)
  expect(stateOf(ana.copy.db).quirks).toEqual(before.quirks)
  simulation.settle()
  expect(stateOf(ben.copy.db).chat_messages).toHaveLength(1)

  ana.copy.run('tab', 'd', [quirk('Hope')], 't')
  // Under way when it comes: all the same.
  ana.copy.nextPush()
  expect(ana.copy.setAside(true)).toBe(1)
  expect(ana.copy.waiting).toBe(0)
  expect(ana.copy.nextPush()).toBeNull()
  expect(leftSteps(ana.copy.db)).toHaveLength(3)
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test('what the room refuses a reader is kept for them, with what waited behind it', () => {
  const simulation = simulate(seeded(2))
  const ana = simulation.join('Ana')
  simulation.settle()
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  const push = ana.copy.nextPush()
  ana.copy.run('tab', 'b', [quirk('Doubt')], 't')
  ana.copy.acknowledge({ n: push?.n ?? 0, steps: [{ problem: { kind: 'readOnly' } }] })
  expect(leftSteps(ana.copy.db)).toHaveLength(2)
  expect(ana.copy.waiting).toBe(0)
  expect(stateOf(ana.copy.db).quirks).toEqual([])
  simulation.close()
})

test('what there is no room for is kept for its author, but not an import; what waited behind it goes on', () => {
  const simulation = simulate(seeded(3))
  const ana = simulation.join('Ana')
  simulation.settle()
  const refuseNext = () => {
    const push = ana.copy.nextPush()
    ana.copy.acknowledge({ n: push?.n ?? 0, steps: [{ problem: { kind: 'projectFull', most: 1 } }] })
  }
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  refuseNext()
  const sources = Array.from({ length: 30 }, (_, i) => ({ title: `Interview ${i}`, text: 'word '.repeat(10_000) }))
  for (const { title, text } of sources)
    ana.copy.run('tab', title, [{ command: 'createSource', args: { title, text } } as never], 't')
  expect(leftSteps(ana.copy.db)).toHaveLength(1)
  expect(ana.problems).toEqual([{ kind: 'projectFull', most: 1 }])
  simulation.close()
})
