/** Going back in a protected project, by a server that cannot read it: what its room tells is sealed, and each copy opens it to exactly the state that was. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { seeded, workOnce } from '../../fixtures/testing/randomWork.ts'
import { openedState, protect, serverProject, simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import { tracesOfWord } from '../../fixtures/testing/tracesOfWord.ts'
import { attempt, isProblem } from '../../src/model/problems.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { doTask } from '../tasks/fileTask.ts'
import { compare, goBack } from '../tasks/pastState.ts'

const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }
const word = 'until the letter came'

it.each([1, 2, 3, 4, 5, 6])('seed %i: to any step, over edits, removed texts and what came back', (seed) => {
  const random = seeded(seed)
  const db = serverProject('quirk Trust\nsource One | I [trusted]Trust him.\nsource Two | And [never]Trust again.')
  protect(db, sealing)
  const simulation = simulate(random, undefined, undefined, db, sealing)
  const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
  const restored = (state: Record<string, unknown[]>) => {
    const { chat_messages: _, texts, ...rest } = state
    return {
      ...rest,
      texts: (texts as { answerId: number; text: string }[]).map(({ answerId, text }) => ({ answerId, text })),
    }
  }
  const states = new Map([[0, restored(openedState(db, sealing))]])
  for (let i = 0; i < 40; i += 1) {
    workOnce(random, i % 3 === 0 ? ben.copy : ana.copy, `call ${i}`)
    simulation.settle()
    states.set(simulation.room.head, restored(openedState(db, sealing)))
  }
  const head = simulation.room.head
  for (const seq of [...states.keys()].filter((each) => each < head && each % 3 === 0)) {
    const [now, then] = [1, 2].map((n) => {
      const path = join(simulation.folder, `past ${seq} ${n}.qrk`)
      db.run('VACUUM INTO ?', [path])
      return openNode(path)
    }) as [ReturnType<typeof openNode>, ReturnType<typeof openNode>]
    const { state, preview } = compare(now, then, goBack(then, seq), seq)
    now.close()
    then.close()
    expect(tracesOfWord(word, Buffer.from(JSON.stringify([state, preview])))).toEqual([])
    const args = { state: JSON.stringify(state), seq }
    const done = ana.copy.run('tab', `restore ${seq}`, [{ command: 'restoreState', args }], 'undo.restoreState')
    expect(isProblem(done) ? done : 'done').toBe('done')
    simulation.settle()
    expect(restored(openedState(db, sealing)), `after step ${seq}`).toEqual(states.get(seq))
    expect(isProblem(ana.copy.undo('tab'))).toBe(false)
    simulation.settle()
    expect(restored(openedState(db, sealing)), `back from ${seq}`).toEqual(states.get(head))
    expect(stateOf(ben.copy.db)).toEqual(openedState(db, sealing))
  }
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
