import { expect, it } from 'vitest'
import { type Person, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'
import type { PastState } from '../../../src/model/history.ts'
import { columnar } from '../../../src/model/operations.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { AnyRow } from '../../../src/model/schema.ts'

it('who types is told of a going back once, whatever of theirs is under way and whichever of the two comes first', () => {
  for (const [isUnderWay, isFirst] of [
    [false, false],
    [true, false],
    [true, true],
  ]) {
    const simulation = simulate(() => 0.5)
    const [ana, ben] = [simulation.join('Ana'), simulation.join('Ben')]
    const run = (person: Person, call: Call) => {
      const done = person.copy.run('tab', '', [call], 'undo.test')
      if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
      return done.ok[0] as number
    }
    const sourceId = run(ana, { command: 'createSource', args: { title: 'Interview', html: '<p>I left.</p>' } })
    simulation.settle()
    const past = ana.copy.db.one<AnyRow>('SELECT * FROM question_answers') as AnyRow
    const seq = ana.copy.head
    let typed = 0
    const type = () => {
      const changes = [{ from: typed, to: typed, insert: 'x' }]
      run(ben, { command: 'editAnswer', args: { sourceId, questionId: 1, changes } })
      typed += 1
    }
    type()
    simulation.settle()
    if (isUnderWay) {
      type()
      simulation.send(ben)
      if (isFirst) simulation.serve(ben)
    }
    type()
    const state: PastState = { seq, head: ana.copy.head, rows: { question_answers: columnar([past]) }, gone: {} }
    run(ana, { command: 'restoreState', args: { state: JSON.stringify(state), seq } })
    simulation.send(ana)
    simulation.serve(ana)
    type()
    simulation.settle()
    expect(ben.wentBack).toEqual([{ author: 'Ana', restores: expect.objectContaining({ seq }) }])
    expect(ana.wentBack).toEqual([])
    for (const { copy } of [ana, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
    simulation.close()
  }
})
