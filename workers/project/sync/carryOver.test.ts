import { expect, it } from 'vitest'
import { simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import { isProblem } from '../../../src/model/problems.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { openCopy } from '../copy.ts'
import { giveUpSetAside, setAsideFile, setAsideSteps } from '../setAside/setAside.ts'
import { carryOver } from './carryOver.ts'

it('does again on a fresh copy what waited in the old one, but for positions on a text that has changed', () => {
  const simulation = simulate(() => 0.5)
  const anna = simulation.join('Anna')
  const made = anna.copy.run(
    't',
    '',
    [
      { command: 'createSource', args: { html: '<p>I trusted him.</p>' } },
      { command: 'createSource', args: { html: '<p>The letter came.</p>' } },
      { command: 'createQuirk', args: { title: 'Trust' } },
    ],
    'x',
  )
  if (isProblem(made)) throw new Error(made.problem.kind)
  const [first, second, quirkId] = made.ok as [number, number, number]
  simulation.settle()
  const ben = simulation.join('Ben')
  const at = (sourceId: number) => ({ sourceId, questionId: 1, quirkId, start: 0, length: 3 })
  simulation.cut(ben)
  ben.copy.run('t', '', [{ command: 'createHighlight', args: at(first) }], 'x')
  ben.copy.run('t', '', [{ command: 'createHighlight', args: at(second) }], 'x')
  ben.copy.run('t', '', [{ command: 'updateQuirk', args: { quirkId, title: 'Faith' } }], 'x')
  anna.copy.run(
    't',
    '',
    [
      {
        command: 'editAnswer',
        args: { sourceId: first, questionId: 1, changes: [{ from: 0, to: 0, insert: 'Yes, ' }] },
      },
    ],
    'x',
  )
  simulation.send(anna)
  simulation.serve(anna)
  simulation.arrive(anna)

  const before = stateOf(ben.copy.db)
  const carried = carryOver(ben.copy.db)
  expect(stateOf(ben.copy.db)).toEqual(before)
  expect(carried).toHaveLength(3)
  const path = `${simulation.folder}/fresh.db`
  simulation.room.snapshot(path, 'joiner')
  const db = openNode(path)
  const fresh = openCopy(db, {
    now: simulation.now,
    random: () => 0.5,
    author: 'Ben',
    onChange: () => {},
    onProblem: () => {},
    onBug: (error) => {
      throw error
    },
  })
  expect(fresh.adopt(carried)).toEqual([{ kind: 'stepsSetAside', count: 1 }])
  expect(db.all('SELECT sourceId FROM highlights')).toEqual([{ sourceId: second }])
  expect(db.all('SELECT title FROM quirks')).toEqual([{ title: 'Faith' }])
  expect(fresh.waiting).toBe(2)
  expect(JSON.parse(setAsideFile(db))).toMatchObject([
    {
      changes: [{ op: 'insert', table: 'highlights', row: { sourceId: first } }],
      said: [{ table: 'highlights', quirk: 'Faith', passage: 'I t' }],
    },
  ])
  giveUpSetAside(db)
  expect(setAsideSteps(db)).toEqual([])
  fresh.close()
  simulation.close()
})
