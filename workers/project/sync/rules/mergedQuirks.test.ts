import { expect, it } from 'vitest'
import { show } from '../../../../fixtures/project.ts'
import { type Person, simulate, stateOf } from '../../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../../src/model/commands.ts'
import { isProblem } from '../../../../src/model/problems.ts'
import { setAsideSteps } from '../../setAside/setAside.ts'

/** A text coded with `doubt`, and `trust` beside it; what `ben` does waits until they meet. */
function two() {
  const simulation = simulate(() => 0.5)
  const [anna, ben] = [simulation.join('Anna'), simulation.join('Ben')]
  const run = (person: Person, command: Call['command'], args: object): number => {
    const done = person.copy.run('tab', '', [{ command, args } as Call], 'undo.test')
    if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
    return done.ok[0] as number
  }
  const html = '<p>I trusted him until the letter came.</p>'
  const sourceId = run(anna, 'createSource', { title: 'Kelly', html })
  const [trust, doubt] = ['Trust', 'Doubt'].map((title) => run(anna, 'createQuirk', { title })) as [number, number]
  const code = (person: Person, start: number, length: number, quirkId: number) =>
    run(person, 'createHighlight', { sourceId, questionId: 1, start, length, quirkId })
  code(anna, 0, 1, doubt)
  simulation.settle()
  const agreed = () => {
    simulation.settle()
    for (const { copy } of [anna, ben]) expect(stateOf(copy.db)).toEqual(stateOf(simulation.roomDb))
  }
  const isWhole = () => {
    expect(setAsideSteps(ben.copy.db)).toEqual([])
    expect([anna.problems, ben.problems]).toEqual([[], []])
  }
  const merge = () => run(anna, 'mergeQuirks', { sourceQuirkId: doubt, targetQuirkId: trust })
  return { simulation, anna, ben, run, code, merge, agreed, isWhole, trust, doubt }
}

it('what waits on a quirk that another has merged meanwhile goes to where the rest went, and can be taken back', () => {
  const { simulation, anna, ben, run, code, merge, agreed, isWhole, doubt } = two()
  const mine = code(ben, 2, 7, doubt)
  const silence = run(ben, 'createQuirk', { title: 'Silence', parentQuirkId: doubt })
  code(ben, 20, 10, silence)
  run(ben, 'updateHighlight', { highlightId: mine, start: 2, length: 11 })
  merge()
  agreed()
  isWhole()
  expect(ben.meanwhile).toEqual([{ kind: 'wentAlong', title: 'Doubt', into: 'Trust', n: 1, author: 'Anna' }])
  expect(anna.meanwhile).toEqual([])
  expect(show(simulation.roomDb)).toBe(
    [
      'quirk Trust',
      'quirk Silence < Trust',
      'source Kelly | [I]Trust@Anna [trusted him]Trust@Ben until [the letter]Silence@Ben came.',
    ].join('\n'),
  )
  for (let i = 0; i < 4; i += 1) ben.copy.undo('tab')
  agreed()
  expect(show(anna.copy.db)).toContain('[I]Trust@Anna trusted him until')
  for (let i = 0; i < 4; i += 1) ben.copy.redo('tab')
  agreed()
  isWhole()
  expect(show(anna.copy.db)).toContain('[trusted him]Trust@Ben')
  simulation.close()
})

it('a highlight that was given the merged quirk meanwhile has the other, and its old one again after undo', () => {
  const { simulation, anna, ben, run, code, merge, agreed, isWhole, doubt } = two()
  const fear = run(ben, 'createQuirk', { title: 'Fear' })
  const mine = code(ben, 20, 10, fear)
  agreed()
  run(ben, 'updateHighlight', { highlightId: mine, quirkId: doubt })
  merge()
  agreed()
  isWhole()
  expect(show(anna.copy.db)).toContain('[the letter]Trust@Ben')
  ben.copy.undo('tab')
  agreed()
  expect(show(anna.copy.db)).toContain('[the letter]Fear@Ben')
  simulation.close()
})

it('where the target is gone here, or the quirk itself, nothing follows the merge', () => {
  const { simulation, anna, ben, run, code, merge, agreed, trust, doubt } = two()
  code(ben, 2, 7, doubt)
  run(ben, 'removeQuirk', { quirkId: trust })
  merge()
  agreed()
  // He has removed the one, she the other: his passage is offered to him.
  expect(show(anna.copy.db)).toBe('source Kelly | I trusted him until the letter came.')
  expect(setAsideSteps(ben.copy.db)).toHaveLength(1)
  simulation.close()
})

it('a quirk made under one that another has put deeper meanwhile lies at the top, with what was coded with it', () => {
  const { simulation, anna, ben, run, code, agreed, trust, doubt } = two()
  const silence = run(ben, 'createQuirk', { title: 'Silence', parentQuirkId: doubt })
  code(ben, 20, 10, run(ben, 'createQuirk', { title: 'Letters', parentQuirkId: silence }))
  run(anna, 'moveQuirk', { quirkId: doubt, parentQuirkId: trust })
  agreed()
  expect(setAsideSteps(ben.copy.db)).toEqual([])
  expect(ben.problems).toEqual([{ kind: 'quirkNestingIssue' }])
  expect(show(anna.copy.db)).toBe(
    [
      'quirk Trust',
      'quirk Doubt < Trust',
      'quirk Silence < Doubt',
      'quirk Letters',
      'source Kelly | [I]Doubt@Anna trusted him until [the letter]Letters@Ben came.',
    ].join('\n'),
  )
  for (let i = 0; i < 2; i += 1) ben.copy.undo('tab')
  agreed()
  expect(show(anna.copy.db)).not.toContain('Letters')
  simulation.close()
})

it('what waits goes back with the quirk where the merge is taken back, heard of together or one after the other', () => {
  for (const isTogether of [true, false]) {
    const { simulation, anna, ben, run, code, merge, agreed, isWhole, trust, doubt } = two()
    const hear = () => {
      while (anna.copy.waiting > 0) {
        simulation.send(anna)
        simulation.serve(anna)
        while (anna.wire?.down.length) simulation.arrive(anna)
      }
      if (isTogether) return
      simulation.connect(ben)
      while (ben.wire?.down.length) simulation.arrive(ben)
      simulation.cut(ben)
    }
    simulation.cut(ben)
    code(ben, 2, 7, doubt)
    run(ben, 'createQuirk', { title: 'Silence', parentQuirkId: doubt })
    const fear = run(anna, 'createQuirk', { title: 'Fear' })
    merge()
    hear()
    run(anna, 'mergeQuirks', { sourceQuirkId: trust, targetQuirkId: fear })
    hear()
    if (!isTogether) expect(show(ben.copy.db)).toContain('[trusted]Fear@Ben')
    for (const _ of ['Fear', 'Trust']) {
      anna.copy.undo('tab')
      hear()
    }
    agreed()
    isWhole()
    expect(show(anna.copy.db)).toContain('quirk Silence < Doubt')
    expect(show(anna.copy.db)).toContain('[I]Doubt@Anna [trusted]Doubt@Ben')
    expect(ben.meanwhile.length).toBe(isTogether ? 0 : 2)
    simulation.close()
  }
})
