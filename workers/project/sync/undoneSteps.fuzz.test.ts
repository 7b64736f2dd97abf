/**
 * Steps that type and nest or merge quirks at once, of quirks that others remove and bring back: such a step is done here, then not, then is again,
 * while more is typed on top of it and others type below. All end with one state, and nobody's copy meets a position that fits no text.
 */
import { expect, it } from 'vitest'
import { type Random, seeded } from '../../../fixtures/testing/randomWork.ts'
import { networkTurn, type Person, serverProject, simulate, stateOf } from '../../../fixtures/testing/simulation.ts'
import type { Call } from '../../../src/model/commands.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 4) }, (_, i) => Number(process.env.SEED ?? 1) + i)
const turns = 70
const tab = 'tab'
const drawing = `quirk Trust
quirk Doubt
quirk Fear
quirk Hope < Fear
source Kelly | I [trusted him]Trust until the [letter]Doubt came, and then no more.`

/** Words that come, or some that go. */
function types({ copy }: Person, random: Random, turn: number): Call {
  const length = copy.db.one<{ text: string }>('SELECT text FROM answer_texts')?.text.length ?? 0
  const from = Math.floor(random() * (length + 1))
  const to = random() < 0.6 ? from : Math.min(length, from + Math.floor(random() * 12))
  return {
    command: 'editAnswer',
    args: { sourceId: 1, questionId: 1, changes: [{ from, to, insert: random() < 0.8 ? `[${turn}]` : '' }] },
  }
}

function nests({ copy }: Person, random: Random): Call {
  const ids = copy.db.all<{ id: number }>('SELECT id FROM quirks').map(({ id }) => id)
  const one = () => ids[Math.floor(random() * ids.length)] ?? -1
  const [quirkId, other] = [one(), one()]
  const highlightId = copy.db.one<{ id: number }>('SELECT id FROM highlights ORDER BY id DESC')?.id ?? -1
  const all: Call[] = [
    { command: 'moveQuirk', args: { quirkId, parentQuirkId: other } },
    { command: 'moveQuirk', args: { quirkId, parentQuirkId: other } },
    { command: 'updateHighlight', args: { highlightId, quirkId } },
    { command: 'createQuirk', args: { title: `Quirk ${random()}`, parentQuirkId: quirkId } },
  ]
  return all[Math.floor(random() * all.length)] as Call
}

function work(person: Person, random: Random, turn: number): void {
  const share = random()
  const quirks = person.copy.db.all<{ id: number }>('SELECT id FROM quirks')
  const quirkId = quirks[Math.floor(random() * quirks.length)]?.id ?? -1
  const calls: Call[] =
    share < 0.3
      ? [types(person, random, turn)]
      : share < 0.8
        ? [types(person, random, turn), nests(person, random)]
        : share < 0.9
          ? [{ command: 'removeQuirk', args: { quirkId } }]
          : [{ command: 'createQuirk', args: { title: `Quirk ${turn}` } }]
  person.copy.run(tab, `${turn}`, calls, '')
}

it.each(seeds)('seed %i', (seed) => {
  const random = seeded(seed)
  const undoes = seed % 2 === 0
  const all = simulate(random, undefined, undefined, serverProject(drawing))
  const people = ['Ana', 'Ben', 'Cleo'].map((name) => all.join(name))
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const person = people[Math.floor(random() * people.length)] as Person
      const share = random()
      if (share < 0.4) work(person, random, turn)
      else if (share < 0.84) networkTurn(all, person, share - 0.4)
      else if (undoes) random() < 0.75 ? person.copy.undo(tab) : person.copy.redo(tab)
    }
    all.settle()
    for (const { copy } of people) expect(stateOf(copy.db)).toEqual(stateOf(all.roomDb))
    // What cannot be done since its quirk went is no reason that what was typed behind it fits no more. What undo had given back there may be gone.
    const unfit = people.flatMap(({ problems }) => problems.filter(({ kind }) => kind === 'badEdit'))
    if (!undoes) expect(unfit).toEqual([])
  } finally {
    all.close()
  }
})
