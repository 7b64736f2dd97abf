/**
 * Where others are in a text: whatever both write meanwhile, and however late their places come, a selection that is shown lies on
 * the words that it was made on.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Random, seeded } from '../../../fixtures/testing/randomWork.ts'
import { type Person, simulate } from '../../../fixtures/testing/simulation.ts'
import { openPresence, type ProjectPresence, type Seat } from '../../../server/rooms/presence.ts'
import type { PeopleNews } from '../../../src/model/presence.ts'
import { firstQuestionId } from '../../../src/model/schema.ts'
import type { ShownPerson } from '../api.ts'
import { openPeopleHere, type PeopleHere } from './presence.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 6) }, (_, i) => Number(process.env.SEED ?? 1) + i)
const word = 'ANCHORED'

interface Window {
  person: Person
  people: PeopleHere
  shown: () => ShownPerson[]
  /** Lets what was put off be done. */
  ring: () => void
  news: PeopleNews[]
}

function windowOf(person: Person, seat: (send: (news: PeopleNews) => void) => Seat): Window {
  let timers: (() => void)[] = []
  let shown: ShownPerson[] = []
  const news: PeopleNews[] = []
  const own = seat((each) => news.push(each))
  const people = openPeopleHere({
    copy: () => person.copy,
    author: () => person.name,
    after: (_, run) => {
      timers.push(run)
      return () => {
        timers = timers.filter((other) => other !== run)
      }
    },
    send: async ({ place }) =>
      own.place(place, { key: person.name, author: person.name, access: 'own', colour: () => 0 }),
    tell: (told) => {
      shown = told
    },
  })
  return {
    person,
    people,
    news,
    shown: () => shown,
    ring: () => {
      for (const run of timers.splice(0)) run()
    },
  }
}

const outletOf = (send: (news: PeopleNews) => void) => ({
  number: 0,
  send: (frame: string | Buffer) => send(JSON.parse(String(frame)).json_data.people),
  buffered: () => 0,
  close: () => {},
})

const seatIn = (presence: ProjectPresence) => (send: (news: PeopleNews) => void) => presence.sit(outletOf(send))
const place = (sourceId: number) => ({ sourceId, questionId: firstQuestionId })

function textOf({ copy }: Person, sourceId: number): { id: number; text: string } {
  const found = copy.db.one<{ id: number; text: string }>(
    'SELECT a.id, t.text FROM question_answers a JOIN answer_texts t ON t.answerId = a.id WHERE a.sourceId = ?',
    [sourceId],
  )
  if (!found) throw new Error('the text is gone')
  return found
}

/** Writes or deletes somewhere, but not in the word. */
function write(random: Random, person: Person, sourceId: number, call: string): void {
  const { text } = textOf(person, sourceId)
  const at = text.indexOf(word)
  const before = random() < 0.5
  const from = before
    ? Math.floor(random() * (at + 1))
    : at + word.length + Math.floor(random() * (text.length - at - word.length + 1))
  const room = before ? at - from : text.length - from
  const to = random() < 0.4 ? from + Math.min(room, Math.floor(random() * 3)) : from
  const insert = to > from ? '' : ['x', 'yy ', '\n', '😀'][Math.floor(random() * 4)]
  person.copy.run(
    'tab',
    call,
    [{ command: 'editAnswer', args: { ...place(sourceId), changes: [{ from, to, insert: insert ?? '' }] } }],
    't',
  )
}

/** The server has told what it has gathered, and the answers have come. */
const told = () => vi.advanceTimersByTimeAsync(5000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a selection of another stays on its words', () => {
  let seen = 0
  it.each(seeds)('seed %i', async (seed) => {
    const random = seeded(seed)
    const simulation = simulate(random)
    const presence = openPresence()
    const persons = [simulation.join('Ana'), simulation.join('Ben')] as const
    const [ana, ben] = persons.map((person) => windowOf(person, seatIn(presence))) as [Window, Window]
    for (const { person, people } of [ana, ben]) person.passed = people.passed
    const made = ana.person.copy.run(
      'tab',
      'make',
      [
        { command: 'createSource', args: { title: 'One', html: `<p>some words before ${word} and some after</p>` } },
      ] as never,
      't',
    )
    if ('problem' in made) throw new Error(made.problem.kind)
    simulation.settle()
    const sourceId = ana.person.copy.db.one<{ id: number }>('SELECT id FROM sources')?.id ?? 0
    for (const { people } of [ana, ben]) people.opened()
    ben.people.place({ ...place(sourceId), quirkId: null, selection: null })

    const select = () => {
      const { id, text } = textOf(ana.person, sourceId)
      const at = text.indexOf(word)
      const ends = random() < 0.5 ? { anchor: at, head: at + word.length } : { anchor: at + word.length, head: at }
      ana.people.place({
        ...place(sourceId),
        quirkId: null,
        selection: { ...ends, tick: ana.person.copy.live.tick(id) },
      })
    }
    const check = () => {
      const selection = ben.shown().find(({ author }) => author === 'Ana')?.selection
      if (!selection) return
      const { id, text } = textOf(ben.person, sourceId)
      // Told for another text than the one that is shown by now: the next word comes.
      if (selection.tick !== ben.person.copy.live.tick(id)) return
      seen += 1
      expect(text.slice(Math.min(selection.anchor, selection.head), Math.max(selection.anchor, selection.head))).toBe(
        word,
      )
    }
    for (let i = 0; i < 120; i += 1) {
      const who = persons[Math.floor(random() * 2)] as Person
      const act = random()
      if (act < 0.25) write(random, who, sourceId, `${seed} ${i}`)
      else if (act < 0.4) simulation.send(who)
      else if (act < 0.55) simulation.serve(who)
      else if (act < 0.75) simulation.arrive(who)
      else if (act < 0.85) select()
      else {
        const news = ben.news.shift()
        if (news) ben.people.hear(news)
      }
      for (const window of [ana, ben]) {
        window.people.changed()
        window.ring()
      }
      if (i % 4 === 0) await told()
      check()
    }
    simulation.settle()
    select()
    for (const window of [ana, ben]) {
      window.people.changed()
      window.ring()
    }
    await told()
    for (const news of ben.news.splice(0)) ben.people.hear(news)
    ben.ring()
    // All has arrived: she is seen.
    expect(ben.shown().find(({ author }) => author === 'Ana')?.selection).toBeTruthy()
    check()
    presence.stop()
    simulation.close()
  })
  it('they were seen', () => expect(seen).toBeGreaterThan(seeds.length * 5))
})

it('nobody is where a project is open only for its steps to be sent; who was there and left is nowhere', async () => {
  const simulation = simulate(() => 0.5)
  const sent: unknown[] = []
  const people = openPeopleHere({
    copy: () => simulation.join('Ben').copy,
    author: () => 'Ben',
    after: (_, run) => {
      const timer = setTimeout(run)
      return () => clearTimeout(timer)
    },
    send: async (presence) => {
      sent.push(presence.place)
      return 1
    },
    tell: () => {},
  })
  people.opened()
  people.changed()
  await told()
  expect(sent).toEqual([])
  const here = { ...place(-1), quirkId: null, selection: null }
  people.place(here)
  await told()
  people.place(null)
  await told()
  expect(sent).toEqual([here, null])
  simulation.close()
})
