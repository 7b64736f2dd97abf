/** Going back in a protected project, by a server that cannot read it: what its room tells is sealed, and each copy opens it to exactly the state that was. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pastOf, sealedGoingBackOnce } from '../../fixtures/testing/sealedGoingBackCase.ts'
import { protect, serverProject, simulate } from '../../fixtures/testing/simulation.ts'
import { attempt } from '../../src/model/problems.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { doTask } from '../tasks/fileTask.ts'

const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }
const word = 'until the letter came'

it.each([1, 2])('seed %i: to any step, over edits, removed texts and what came back', (seed) => {
  sealedGoingBackOnce(seed, sealing)
})

it('past an edit of somebody without the key: all words are as they were, but those that this has taken away', () => {
  const db = serverProject('quirk Trust\nsource One | I [trusted]Trust him.')
  protect(db, sealing)
  const parts = { ...sealing.parts, unread: new Map() }
  const simulation = simulate(() => 0.5, undefined, undefined, db, { ...sealing, parts })
  const ana = simulation.join('Ana')
  const run = (command: string, args: object) => {
    const done = ana.copy.run('tab', `${command} ${simulation.room.head}`, [{ command, args } as never], 'undo.test')
    expect(done).toMatchObject({ ok: expect.anything() })
    simulation.settle()
    return simulation.room.head
  }
  const place = { sourceId: 1, questionId: 1 }
  const typed = run('editAnswer', { ...place, changes: [{ from: 14, to: 14, insert: ' And more.' }] })
  const text = () => ana.copy.db.one<{ text: string }>('SELECT text FROM answer_texts')?.text
  expect(text()).toBe('I trusted him. And more.')
  const garbage = (length: number) => `~1.${length}.${'A'.repeat(60)}`
  const sealed = { at: [1, 0], body: garbage(0), undo: garbage(0) }
  const edit = [{ type: 'text', changes: [2, [7, '   '], 15], format: { marks: [], kinds: [], images: [] }, sealed }]
  const operation = { name: 'answerCreateOrUpdate', args: { id: 1, ...place, edit, answer: garbage(20) } }
  const sender = { client: 5, access: 'write', author: 'Mallory' } as const
  simulation.room.submit([
    { sender, push: null, hash: '', steps: [{ operations: [operation], versions: {} }] } as never,
  ])
  ana.wire?.down.push({ events: simulation.room.events(typed, 9) })
  simulation.settle()
  expect(text()).toBe('I \uFFFD\uFFFD\uFFFD him. And more.')
  const goBack = (seq: number) => run('restoreState', { state: pastOf(db, simulation.folder, seq).state, seq })
  goBack(typed)
  expect(text()).toBe(`I ${'\uFFFD'.repeat(7)} him. And more.`)
  // It can be written in again.
  run('editAnswer', { ...place, changes: [{ from: 2, to: 9, insert: 'trusted' }] })
  expect(text()).toBe('I trusted him. And more.')
  goBack(0)
  expect(text()).toBe(`I ${'\uFFFD'.repeat(7)} him.`)
  simulation.close()
})

it('as a file of its own it is had as long as no text was edited since; then its server could not seal what that was', () => {
  const db = serverProject('quirk Trust\nsource One | I trusted him.')
  protect(db, sealing)
  const simulation = simulate(() => 0.5, undefined, undefined, db, sealing)
  const ana = simulation.join('Ana')
  const does = (command: string, args: object) => {
    ana.copy.run('tab', command, [{ command, args } as never], 'undo.test')
    simulation.settle()
    const copy = join(simulation.folder, `${command}.qrk`)
    db.run('VACUUM INTO ?', [copy])
    return attempt(() => doTask({ do: 'project', copy, seq: 0, out: `${copy}.out` }))
  }
  expect(does('updateSource', { sourceId: 1, title: word })).toMatchObject({ ok: {} })
  const typed = { sourceId: 1, questionId: 1, changes: [{ from: 0, to: 0, insert: word }] }
  expect(does('editAnswer', typed)).toEqual({ problem: { kind: 'sealedState' } })
  simulation.close()
})
