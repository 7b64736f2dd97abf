import { expect, it } from 'vitest'
import { simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import { isProblem } from '../../src/model/problems.ts'

it('takes one highlight from a copy through the room to another, and back through undo', () => {
  const simulation = simulate(() => 0.5)
  const anna = simulation.join('Anna')
  const ben = simulation.join('Ben')
  const made = anna.copy.run(
    't',
    'c1',
    [
      { command: 'createSource', args: { title: 'Interview', html: '<p>I trusted him until the letter came.</p>' } },
      { command: 'createQuirk', args: { title: 'Trust' } },
      {
        command: 'createHighlight',
        args: {
          sourceId: '$1' as unknown as number,
          questionId: 1,
          quirkId: '$2' as unknown as number,
          start: 2,
          length: 11,
        },
      },
    ],
    'undo.createHighlight',
  )
  if (isProblem(made)) throw new Error(JSON.stringify(made))
  simulation.settle()
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(stateOf(anna.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(ben.copy.live.ask('quirks', {})).toMatchObject({ all: [{ title: 'Trust', highlights: 1 }] })
  expect(anna.copy.undo('t')).toMatchObject({ ok: { leftAlone: false } })
  simulation.settle()
  expect(ben.copy.live.ask('quirks', {})).toEqual({ all: [] })
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(anna.copy.redo('t')).toMatchObject({ ok: {} })
  simulation.settle()
  expect(stateOf(ben.copy.db)).toEqual(stateOf(simulation.roomDb))
  expect(ben.copy.live.ask('quirks', {})).toMatchObject({ all: [{ title: 'Trust', highlights: 1 }] })
  simulation.close()
})
