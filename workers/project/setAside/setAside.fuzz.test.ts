// What a person may not send (any more) leaves what is shown and is set aside; what they may send goes on.
import { describe, expect, test } from 'vitest'
import { seeded } from '../../../fixtures/testing/randomWork.ts'
import { simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { SetAsideStep } from '../../../src/model/setAside.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { setMeta } from '../../../wasm/database/meta.ts'
import type { Copy } from '../copy.ts'
import { giveUpSetAside, makeSure, sendableSteps, setAsideSteps, waitingFile } from './setAside.ts'

const quirk = (title: string) =>
  ({ command: 'createQuirk', args: { title, description: '', color: '#ff0000' } }) as const

/** Answers the id of what the command has made. */
const runIn = (copy: Copy) => (call: Call) => {
  const done = copy.run('tab', '', [call], 't')
  if (isProblem(done)) throw new Error(done.problem.kind)
  return done.ok[0] as number
}

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
  expect(setAsideSteps(ana.copy.db)).toHaveLength(2)
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
  expect(setAsideSteps(ana.copy.db)).toHaveLength(3)
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test.each([
  ['is under way too', true],
  ['is not sent yet', false],
])(
  'what stands on a step that is refused for want of the right to write, and %s, is set aside with it',
  (_, isSent) => {
    const simulation = simulate(seeded(1))
    const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
    simulation.settle()
    const run = runIn(ana.copy)
    const sourceId = run({ command: 'createSource', args: { html: '<p>Him.</p>' } })
    if (!isSent) simulation.send(ana)
    run({ command: 'sendChatMessage', args: { message: 'May I?' } })
    const changes = [{ from: 0, to: 0, insert: 'I trusted ' }]
    run({ command: 'editAnswer', args: { sourceId, questionId: 1, changes } })
    if (isSent) simulation.send(ana)
    ana.access = 'read'
    simulation.serve(ana)
    // It is given back before she hears that it was gone.
    ana.access = 'write'
    simulation.arrive(ana)
    expect(setAsideSteps(ana.copy.db)).toHaveLength(2)
    expect(waitingFile(ana.copy.db)).toContain('I trusted ')
    simulation.settle()
    expect(stateOf(ben.copy.db).chat_messages).toHaveLength(1)
    expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: 2, setAside: 0 } })
    simulation.settle()
    expect(stateOf(ben.copy.db).texts).toMatchObject([{ text: 'I trusted Him.' }])
    simulation.close()
  },
)

test('what was typed and coded in a source for which the room has no room is set aside with it', () => {
  const simulation = simulate(seeded(1))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  simulation.settle()
  const run = runIn(ana.copy)
  const quirkId = run(quirk('Trust'))
  simulation.settle()
  const sourceId = run({ command: 'createSource', args: { html: '<p>Him.</p>' } })
  const place = { sourceId, questionId: 1 }
  run({ command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'I trusted ' }] } })
  const push = ana.copy.nextPush()
  run({ command: 'createHighlight', args: { ...place, quirkId, start: 2, length: 7 } })
  run(quirk('Doubt'))
  run({ command: 'editAnswer', args: { ...place, changes: [{ from: 0, to: 0, insert: 'Not so. ' }] } })
  ana.copy.undo('tab')
  ana.copy.acknowledge({ n: push?.n ?? 0, steps: [{ problem: { kind: 'projectFull', most: 1 } }, { stale: true }] })
  expect(setAsideSteps(ana.copy.db)).toHaveLength(3)
  expect(ana.problems).toMatchObject([{ kind: 'projectFull' }])
  simulation.settle()
  expect(ben.copy.db.all('SELECT title FROM quirks ORDER BY title')).toEqual([{ title: 'Doubt' }, { title: 'Trust' }])
  expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: 3, setAside: 0 } })
  simulation.settle()
  expect(stateOf(ben.copy.db).texts).toMatchObject([{ text: 'I trusted Him.' }])
  expect(stateOf(ben.copy.db).highlights).toMatchObject([{ start: 2, length: 7 }])
  simulation.close()
})

test.each([
  ['has come to the room all the same', true],
  ['has not', false],
])('what was under way when its author was put out and %s is there once', (_, hasCome) => {
  const simulation = simulate(seeded(6))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const made = ben.copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], 't')
  if (isProblem(made)) throw new Error(made.problem.kind)
  simulation.settle()
  const edit = { sourceId: made.ok[0] as number, questionId: 1, changes: [{ from: 0, to: 0, insert: 'I trusted ' }] }
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  ana.copy.run('tab', 'b', [{ command: 'editAnswer', args: edit }], 't')
  const wanted = stateOf(ana.copy.db)
  simulation.send(ana)
  if (hasCome) simulation.serve(ana)
  simulation.cut(ana)
  expect(ana.copy.setAside(true)).toBe(2)
  expect(setAsideSteps(ana.copy.db)).toHaveLength(2)
  expect(sendableSteps(ana.copy.db)).toBe(0)
  expect(ana.copy.sendSetAside('tab')).toEqual({ problem: { kind: 'stillLoading' } })

  simulation.connect(ana)
  simulation.settle()
  makeSure(ana.copy.db)
  expect(sendableSteps(ana.copy.db)).toBe(hasCome ? 0 : 2)
  expect(setAsideSteps(ana.copy.db)).toHaveLength(hasCome ? 0 : 2)
  expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: hasCome ? 0 : 2, setAside: 0 } })
  simulation.settle()
  expect(ana.problems).toEqual([])
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  expect(stateOf(ben.copy.db)).toMatchObject({ quirks: wanted.quirks, texts: wanted.texts })
  simulation.close()
})

test('what is typed before its author hears that an earlier edit has come all the same is moved by it', () => {
  const simulation = simulate(seeded(8))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const made = ben.copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], 't')
  if (isProblem(made)) throw new Error(made.problem.kind)
  const sourceId = made.ok[0] as number
  simulation.settle()
  const typed = (at: number, insert: string): Call => ({
    command: 'editAnswer',
    args: { sourceId, questionId: 1, changes: [{ from: at, to: at, insert }] },
  })
  ana.copy.run('tab', 'a', [typed(0, 'I trusted ')], 't')
  simulation.send(ana)
  simulation.serve(ana)
  simulation.cut(ana)
  ana.copy.setAside(true)
  ana.copy.run('tab', 'b', [typed(3, ' again')], 't')
  simulation.connect(ana)
  simulation.settle()
  ben.copy.run('tab', 'c', [typed(0, 'Yes. ')], 't')
  simulation.settle()
  const texts = (db: Db) => db.all('SELECT text FROM answer_texts WHERE text IS NOT NULL')
  expect(texts(ben.copy.db)).toEqual([{ text: expect.stringContaining('Yes. I trusted Him again.') }])
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test('what was typed on, set aside piece by piece, reads in the order in which it was typed', () => {
  const simulation = simulate(seeded(9))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const made = ben.copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>He is there.</p>' } }], 't')
  if (isProblem(made)) throw new Error(made.problem.kind)
  const sourceId = made.ok[0] as number
  simulation.settle()
  simulation.cut(ana)
  // Each on the text as it is without those before it.
  for (const insert of [' typing when the p', 'r', 'oje', 'ct goes']) {
    const changes = [{ from: 5, to: 5, insert }]
    ana.copy.run('tab', insert, [{ command: 'editAnswer', args: { sourceId, questionId: 1, changes } }], 't')
    ana.copy.setAside(true)
  }
  expect(JSON.parse(waitingFile(ana.copy.db))).toMatchObject([
    { said: [{ op: 'edit', written: ['typing when the project goes'] }] },
  ])
  simulation.close()
})

test('an answer to what was set aside meanwhile is worked off from the log', () => {
  const simulation = simulate(seeded(7))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  simulation.settle()
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  const push = ana.copy.nextPush()
  simulation.send(ana)
  simulation.serve(ana)
  ana.copy.setAside(true)
  expect(ana.copy.acknowledge({ n: push?.n ?? 0, steps: [{ seq: simulation.room.head }] })).toBe('gap')
  simulation.connect(ana)
  simulation.settle()
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  expect(stateOf(ben.copy.db).quirks).toHaveLength(1)
  simulation.close()
})

test('a text that went and came back in what is sent again is no newer here than in the room', () => {
  const simulation = simulate(seeded(4))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const made = ana.copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], 't')
  if (isProblem(made)) throw new Error(made.problem.kind)
  simulation.settle()
  const sourceId = made.ok[0] as number
  const type = (insert: string) => {
    const edit = { sourceId, questionId: 1, changes: [{ from: 0, to: 0, insert }] }
    return ben.copy.run('tab', insert, [{ command: 'editAnswer', args: edit }], 't')
  }
  ben.copy.run('tab', 'r', [{ command: 'removeSources', args: { sourceIds: [sourceId] } }], 't')
  ben.copy.undo('tab')
  type('I trusted ')
  expect(ben.copy.setAside(false)).toBe(3)
  expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 3, setAside: 0 } })
  type('Yes, ')
  simulation.settle()
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(stateOf(ana.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(stateOf(ana.copy.db).texts).toMatchObject([{ text: 'Yes, I trusted Him.' }])
  simulation.close()
})

test('steps that an earlier version of the program had kept are set aside, of the earliest their changes alone', () => {
  const simulation = simulate(seeded(11))
  const ana = simulation.join('Ana')
  simulation.settle()
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  ana.copy.setAside(false)
  const [step] = setAsideSteps(ana.copy.db) as [SetAsideStep]
  const { changes } = step
  giveUpSetAside(ana.copy.db)
  setMeta(ana.copy.db, 'left', JSON.stringify([changes, step]))
  expect(setAsideSteps(ana.copy.db)).toEqual([{ changes }, step])
  expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: 1, setAside: 1 } })
  expect(setAsideSteps(ana.copy.db)).toEqual([{ changes }])
  simulation.close()
})

test('what is set aside with what takes it back leaves nothing behind', () => {
  const simulation = simulate(seeded(9))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const made = ben.copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], 't')
  if (isProblem(made)) throw new Error(made.problem.kind)
  simulation.settle()
  const typed = (insert: string) =>
    ({
      command: 'editAnswer',
      args: { sourceId: made.ok[0] as number, questionId: 1, changes: [{ from: 0, to: 0, insert }] },
    }) satisfies Call
  ana.copy.run('tab', 'a', [typed('trusted ')], 't')
  ana.copy.run('tab', 'b', [typed('I ')], 't')
  ana.copy.undo('tab')
  ana.copy.undo('tab')
  expect(ana.copy.setAside(false)).toBe(4)
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test.each([
  ['the room has it', true],
  ['it waits', false],
])('undo takes back what was sent again while %s, but for messages', (_, isSent) => {
  const simulation = simulate(seeded(11))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  simulation.settle()
  const say = (message: string) =>
    ana.copy.run('tab', message, [{ command: 'sendChatMessage', args: { message } }], 't')
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  say('With a quirk')
  expect(ana.copy.setAside(true)).toBe(2)
  expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: 2, setAside: 0 } })
  if (isSent) simulation.settle()
  ana.copy.undo('tab')
  simulation.settle()
  // Messages alone leave nothing to be undone.
  say('Alone')
  expect(ana.copy.setAside(true)).toBe(1)
  expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: 1, setAside: 0 } })
  expect(ana.copy.history('tab').undo).toBeNull()
  simulation.settle()
  const said = stateOf(ben.copy.db).chat_messages as { message: string }[]
  expect(said.map(({ message }) => message)).toEqual(['With a quirk', 'Alone'])
  expect(stateOf(ben.copy.db).quirks).toEqual([])
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test('what one tab typed and undid is set aside, though another tab typed in between', () => {
  const simulation = simulate(seeded(12))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const made = ben.copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], 't')
  if (isProblem(made)) throw new Error(made.problem.kind)
  simulation.settle()
  const type = (tab: string, from: number, insert: string) => {
    const args = { sourceId: made.ok[0] as number, questionId: 1, changes: [{ from, to: from, insert }] }
    ana.copy.run(tab, insert, [{ command: 'editAnswer', args }], 't')
  }
  type('one', 0, 'I trusted ')
  type('two', 13, ' Until then.')
  ana.copy.undo('one')
  expect(ana.copy.setAside(true)).toBe(3)
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test('what is sent again and refused is set aside again', () => {
  const simulation = simulate(seeded(10))
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  simulation.settle()
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  ana.copy.run('tab', 'b', [{ command: 'sendChatMessage', args: { message: 'Here it is.' } }], 't')
  expect(ana.copy.setAside(true)).toBe(2)
  expect(ana.copy.sendSetAside('tab')).toEqual({ ok: { sent: 2, setAside: 0 } })
  const push = ana.copy.nextPush()
  ana.copy.acknowledge({ n: push?.n ?? 0, steps: [{ problem: { kind: 'parentRemoved' } }] })
  expect(ana.problems).toEqual([{ kind: 'parentRemoved' }])
  expect(waitingFile(ana.copy.db)).toContain('Here it is.')
  expect(ana.copy.waiting).toBe(0)
  expect(stateOf(ana.copy.db)).toEqual(stateOf(ben.copy.db))
  simulation.close()
})

test('what the room refuses a reader is set aside, with what waited behind it', () => {
  const simulation = simulate(seeded(2))
  const ana = simulation.join('Ana')
  simulation.settle()
  ana.copy.run('tab', 'a', [quirk('Trust')], 't')
  const push = ana.copy.nextPush()
  ana.copy.run('tab', 'b', [quirk('Doubt')], 't')
  ana.copy.acknowledge({ n: push?.n ?? 0, steps: [{ problem: { kind: 'readOnly' } }] })
  expect(setAsideSteps(ana.copy.db)).toHaveLength(2)
  expect(ana.copy.waiting).toBe(0)
  expect(stateOf(ana.copy.db).quirks).toEqual([])
  simulation.close()
})

test('what there is no room for is set aside, but not an import; what waited behind it goes on', () => {
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
  expect(setAsideSteps(ana.copy.db)).toHaveLength(1)
  expect(ana.problems).toEqual([{ kind: 'projectFull', most: 1 }])
  simulation.close()
})

describe('steps that are set aside are sent when their author may write again', () => {
  const highlight = (sourceId: number, quirkId: string | number, start: number) =>
    ({ command: 'createHighlight', args: { sourceId, questionId: 1, quirkId, start, length: 3 } }) as never
  const typed = (sourceId: number, insert: string) =>
    ({ command: 'editAnswer', args: { sourceId, questionId: 1, changes: [{ from: 0, to: 0, insert }] } }) satisfies Call

  function team(seed: number) {
    const simulation = simulate(seeded(seed))
    const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
    const source = (html: string) => ({ command: 'createSource', args: { html } }) as const
    const made = ana.copy.run('tab', 's', [source('<p>I trusted him.</p>'), source('<p>A letter came.</p>')], 't')
    if (isProblem(made)) throw new Error(made.problem.kind)
    const [first, second] = made.ok as [number, number]
    simulation.settle()
    simulation.cut(ben)
    return { simulation, ana, ben, first, second }
  }
  const shownOf = (db: Db) => db.all('SELECT sourceId, start, length FROM highlights ORDER BY sourceId, start')

  test('as one step to be undone, with what was written before them in its place', () => {
    const { simulation, ana, ben, first } = team(4)
    ben.copy.run('tab', 'a', [quirk('Trust'), highlight(first, '$1', 2)], 't')
    ben.copy.run('tab', 'b', [typed(first, 'Yes, ')], 't')
    ben.copy.run('tab', 'c', [quirk('Doubt'), highlight(first, '$1', 0)], 't')
    const wanted = stateOf(ben.copy.db)
    const before = stateOf(ana.copy.db)
    expect(ben.copy.setAside(false)).toBe(3)
    expect(stateOf(ben.copy.db)).toEqual(before)
    expect(sendableSteps(ben.copy.db)).toBe(3)

    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 3, setAside: 0 } })
    expect(setAsideSteps(ben.copy.db)).toEqual([])
    expect(stateOf(ben.copy.db)).toEqual(wanted)
    expect(ben.copy.history('tab').undo).toMatchObject({ key: 'undo.sendLeft', count: 3 })
    simulation.connect(ben)
    simulation.settle()
    expect(stateOf(ana.copy.db)).toEqual(wanted)
    ben.copy.undo('tab')
    simulation.settle()
    expect(stateOf(ana.copy.db)).toMatchObject({ quirks: [], highlights: [] })
    simulation.close()
  })

  test('but for those on a text that others have changed, and under what they have removed', () => {
    const { simulation, ana, ben, first, second } = team(5)
    const gone = ana.copy.run('tab', 'q', [quirk('Trust')], 't')
    if (isProblem(gone)) throw new Error(gone.problem.kind)
    const [quirkId] = gone.ok as [number]
    simulation.connect(ben)
    simulation.settle()
    simulation.cut(ben)
    ben.copy.run('tab', 'a', [quirk('Hope'), highlight(second, '$1', 2)], 't')
    ben.copy.run('tab', 'b', [highlight(second, quirkId, 0)], 't')
    ben.copy.run('tab', 'c', [typed(first, 'Yes, ')], 't')
    ben.copy.run('tab', 'd', [quirk('Fear'), highlight(first, '$1', 7)], 't')
    expect(ben.copy.setAside(false)).toBe(4)
    ana.copy.run('tab', 'r', [{ command: 'removeQuirk', args: { quirkId } } as never], 't')
    // As many edits as Ben’s, and another text.
    ana.copy.run('tab', 'e', [typed(first, 'Once more: ')], 't')
    simulation.connect(ben)
    simulation.settle()

    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 1, setAside: 3 } })
    simulation.settle()
    expect(stateOf(ben.copy.db)).toEqual(stateOf(ana.copy.db))
    expect(shownOf(ana.copy.db)).toEqual([{ sourceId: second, start: 2, length: 3 }])
    expect(setAsideSteps(ben.copy.db)).toHaveLength(3)
    expect(sendableSteps(ben.copy.db)).toBe(0)
    simulation.close()
  })

  test('in the order in which they were done, whichever the room refused first', () => {
    const { simulation, ana, ben, first } = team(6)
    ben.copy.run('tab', 'a', [typed(first, 'Yes, ')], 't')
    const push = ben.copy.nextPush()
    ben.copy.run('tab', 'b', [quirk('Fear'), highlight(first, '$1', 7)], 't')
    const wanted = stateOf(ben.copy.db)
    expect(ben.copy.setAside(false)).toBe(1)
    ben.copy.acknowledge({ n: push?.n ?? 0, steps: [{ problem: { kind: 'readOnly' } }] })
    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 2, setAside: 0 } })
    expect(stateOf(ben.copy.db)).toEqual(wanted)
    simulation.connect(ben)
    simulation.settle()
    expect(stateOf(ana.copy.db)).toEqual(wanted)
    simulation.close()
  })

  test('from several times that the right went, each on the text as it was without the others', () => {
    const { simulation, ana, ben, first } = team(7)
    const type = (call: string, from: number, insert: string) =>
      ben.copy.run(
        'tab',
        call,
        [{ command: 'editAnswer', args: { sourceId: first, questionId: 1, changes: [{ from, to: from, insert }] } }],
        't',
      )
    type('a', 0, 'Yes, ')
    type('b', 5, 'yes, ')
    expect(ben.copy.setAside(false)).toBe(2)
    type('c', 2, 'really ')
    ben.copy.run('tab', 'd', [quirk('Trust'), highlight(first, '$1', 9)], 't')
    expect(ben.copy.setAside(false)).toBe(2)
    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 4, setAside: 0 } })
    simulation.connect(ben)
    simulation.settle()
    const { text } = ana.copy.db.one<{ text: string }>('SELECT text FROM answer_texts WHERE text LIKE ?', [
      '%trusted%',
    ])!
    expect(text).toBe('Yes, yes, I really trusted him.')
    const [lies] = shownOf(ana.copy.db) as [{ start: number; length: number }]
    expect(text.slice(lies.start, lies.start + lies.length)).toBe('tru')
    expect(stateOf(ben.copy.db)).toEqual(stateOf(ana.copy.db))
    simulation.close()
  })

  test('though one from another time fits no more', () => {
    const { simulation, ana, ben, first } = team(8)
    ben.copy.run('tab', 'a', [typed(first, 'Yes, ')], 't')
    expect(ben.copy.setAside(false)).toBe(1)
    ana.copy.run('tab', 'e', [typed(first, 'Once more: ')], 't')
    simulation.connect(ben)
    simulation.settle()
    ben.copy.run('tab', 'c', [typed(first, 'Well, ')], 't')
    expect(ben.copy.setAside(false)).toBe(1)
    expect(ben.copy.sendSetAside('tab')).toEqual({ ok: { sent: 1, setAside: 1 } })
    simulation.settle()
    expect(stateOf(ben.copy.db)).toEqual(stateOf(ana.copy.db))
    simulation.close()
  })
})
