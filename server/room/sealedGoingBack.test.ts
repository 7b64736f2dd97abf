/** Going back in a protected project, by a server that cannot read it: what its room tells is sealed, and each copy opens it to exactly the state that was. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sealedGoingBackOnce } from '../../fixtures/testing/sealedGoingBackCase.ts'
import { protect, serverProject, simulate } from '../../fixtures/testing/simulation.ts'
import { attempt } from '../../src/model/problems.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { doTask } from '../tasks/fileTask.ts'

const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }
const word = 'until the letter came'

it.each([1, 2])('seed %i: to any step, over edits, removed texts and what came back', (seed) => {
  sealedGoingBackOnce(seed, sealing)
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
