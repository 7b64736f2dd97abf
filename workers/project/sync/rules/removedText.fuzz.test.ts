/**
 * A source that several remove, bring back and write in while all of it waits: whatever reaches the room first, all end with one state, and
 * nobody's copy meets a position that fits no text.
 */
import { expect, it } from 'vitest'
import { type Random, seeded } from '../../../../fixtures/testing/randomWork.ts'
import { type Person, type Simulation, simulate, stateOf } from '../../../../fixtures/testing/simulation.ts'
import { isProblem } from '../../../../src/model/problems.ts'
import { firstQuestionId } from '../../../../src/model/schema.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 6) }, (_, i) => Number(process.env.SEED ?? 1) + i)
const turns = 40
const tab = 'tab'

function openSource({ copy }: Person): number {
  const made = copy.run(tab, 'source', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], '')
  if (isProblem(made)) throw new Error(made.problem.kind)
  return made.ok[0] as number
}

function write({ copy }: Person, sourceId: number, turn: number, random: Random): void {
  const text = copy.db.one<{ text: string }>('SELECT text FROM answer_texts WHERE text IS NOT NULL')?.text
  if (!text) return
  const at = Math.floor(random() * text.length)
  const changes = [{ from: at, to: at, insert: `[${turn}]` }]
  copy.run(tab, `${turn}`, [{ command: 'editAnswer', args: { sourceId, questionId: firstQuestionId, changes } }], '')
}

/** What a person does, or their network, and of a hundred turns how many. */
const acts = (all: Simulation, sourceId: number, random: Random) =>
  [
    [
      5,
      ({ copy }, turn) => copy.run(tab, `${turn}`, [{ command: 'removeSources', args: { sourceIds: [sourceId] } }], ''),
    ],
    [15, ({ copy }) => copy.undo(tab)],
    [4, ({ copy }) => copy.redo(tab)],
    [28, (person, turn) => write(person, sourceId, turn, random)],
    [12, all.send],
    [14, all.serve],
    [14, (person) => person.wire && all.arrive(person)],
    [4, all.cut],
    [4, (person) => person.wire ?? all.connect(person)],
  ] satisfies [number, (person: Person, turn: number) => unknown][]

it.each(seeds)('seed %i', (seed) => {
  const random = seeded(seed)
  const all = simulate(random)
  const ana = all.join('Ana')
  const ben = all.join('Ben')
  try {
    // Who made it takes no part, so that nobody undoes that.
    const sourceId = openSource(all.join('Cleo'))
    all.settle()
    const often = acts(all, sourceId, random).flatMap(([share, act]) => Array.from({ length: share }, () => act))
    for (let turn = 0; turn < turns; turn += 1)
      often[Math.floor(random() * often.length)]?.(random() < 0.5 ? ana : ben, turn)
    all.settle()
    expect(stateOf(ana.copy.db)).toEqual(stateOf(all.roomDb))
    expect(stateOf(ben.copy.db)).toEqual(stateOf(all.roomDb))
  } finally {
    all.close()
  }
})
