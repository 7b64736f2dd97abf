// Who is told of whom: everybody of everybody while they are few, of those on the same source when they are many.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostPeopleTold, type PeopleNews, type PersonPlace } from '../../src/model/presence.ts'
import type { Reply } from '../../src/model/protocol.ts'
import { lastingColour } from '../rooms/personColours.ts'
import { openPresence, type ProjectPresence } from '../rooms/presence.ts'
import { readPresence } from './readPresence.ts'

let presence: ProjectPresence
beforeEach(() => {
  // What telling costs is measured, and on a busy machine would move what is told to the next second.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  presence = openPresence()
})
afterEach(() => {
  presence.stop()
  vi.useRealTimers()
})

const on = (sourceId: number): PersonPlace => ({ sourceId, questionId: 1, selection: null, quirkId: null })

/** A socket, what it has been told, and whom it would show by that. */
function socket(name: string, all: readonly string[] = []) {
  const frames: PeopleNews[] = []
  let shown = new Map<number, string>()
  const outlet = {
    number: 0,
    waiting: 0,
    buffered: () => outlet.waiting,
    close: () => {},
    send: (frame: string | Buffer) => {
      const news = (JSON.parse(String(frame)) as Reply).json_data.people as PeopleNews
      frames.push(news)
      if (news.all) shown = new Map()
      for (const who of news.gone) shown.delete(who)
      for (const { who, author, place } of news.put) shown.set(who, `${author}:${place?.sourceId ?? '-'}`)
    },
  }
  const seat = presence.sit(outlet)
  return {
    frames,
    outlet,
    leave: () => seat.leave(),
    goes: (place: PersonPlace | null, as = name) =>
      seat.place(place, { key: as, author: as, access: 'own' as const, colour: () => lastingColour(as, all) }),
    sees: () => [...shown.values()].sort(),
  }
}
const pass = () => vi.advanceTimersByTime(100)

test('a newcomer is told of all, the others of the newcomer, of moves and of leaving', () => {
  const ana = socket('Ana')
  const ben = socket('Ben')
  const api = socket('a client that says nothing')
  ana.goes(on(1))
  pass()
  ben.goes(on(2))
  pass()
  expect(ben.frames[0]).toMatchObject({ all: true, count: 2 })
  expect([ana.sees(), ben.sees()]).toEqual([
    ['Ana:1', 'Ben:2'],
    ['Ana:1', 'Ben:2'],
  ])
  ana.goes(on(3))
  pass()
  expect(ben.sees()).toEqual(['Ana:3', 'Ben:2'])
  ana.leave()
  pass()
  expect(ben.sees()).toEqual(['Ben:2'])
  expect(api.frames).toEqual([])
})

test('several windows of a person are one, in the place of the window that moved last', () => {
  const ben = socket('Ben')
  const [first, second] = [socket('Ana'), socket('Ana')]
  ben.goes(null)
  expect(first.goes(on(1))).toBe(second.goes(on(2)))
  pass()
  expect(ben.sees()).toEqual(['Ana:2', 'Ben:-'])
  second.leave()
  pass()
  expect(ben.sees()).toEqual(['Ana:1', 'Ben:-'])
})

test('who takes another name is another, and the one before is gone', () => {
  const [ana, ben] = [socket('Ana'), socket('Ben')]
  ben.goes(null)
  ana.goes(on(1))
  pass()
  ana.goes(on(1), 'Anna')
  pass()
  expect(ben.sees()).toEqual(['Anna:1', 'Ben:-'])
})

test('people have the same colours whoever comes first, another for each of them; who is not known takes one that is free', () => {
  const all = ['Ana', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus', 'Hal']
  const coloursOf = (coming: readonly string[]) => {
    presence = openPresence()
    const sockets = coming.map((name) => socket(name, all))
    for (const one of sockets) one.goes(null)
    pass()
    const told = sockets[0]?.frames[0]?.put ?? []
    for (const one of sockets) one.leave()
    presence.stop()
    return new Map(told.map(({ author, colour }) => [author, colour]))
  }
  const first = coloursOf(all)
  expect(new Set(first.values()).size).toBe(8)
  for (const author of all) expect(coloursOf([author]).get(author)).toBe(first.get(author))
  expect([...coloursOf(all.toReversed())].sort()).toEqual([...first].sort())
  // Who came to the project later takes nobody's.
  expect(all.map((name) => lastingColour(name, [...all, 'Ida']))).toEqual(all.map((name) => first.get(name)))
  const guests = coloursOf(['a guest', 'Ana', 'Ben'])
  expect(new Set(guests.values()).size).toBe(3)
})

test('a hundred moves within a moment are one frame, and people in one room have different colours', () => {
  const people = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => socket(name))
  for (let i = 0; i < 100; i += 1) for (const person of people) person.goes(on(i))
  pass()
  expect(people.map(({ frames }) => frames.length)).toEqual([1, 1, 1, 1])
  expect(new Set(people[0]?.frames[0]?.put.map(({ colour }) => colour)).size).toBe(4)
})

test('who does not take the frames is left out, and told everything later', () => {
  const [ana, slow] = [socket('Ana'), socket('Ben')]
  slow.goes(null)
  ana.goes(on(1))
  pass()
  slow.outlet.waiting = 1e6
  ana.goes(on(2))
  pass()
  expect(slow.sees()).toEqual(['Ana:1', 'Ben:-'])
  slow.outlet.waiting = 0
  vi.advanceTimersByTime(2000)
  expect(slow.sees()).toEqual(['Ana:2', 'Ben:-'])
})

test('in a crowd each is told of those on the same source alone, and how many there are', () => {
  const crowd = Array.from({ length: mostPeopleTold + 50 }, (_, i) => socket(`person ${i}`))
  for (const person of crowd) person.goes(null)
  const [ana, ben, cleo] = crowd as [(typeof crowd)[0], (typeof crowd)[0], (typeof crowd)[0]]
  vi.advanceTimersByTime(20_000)
  ana.goes(on(7))
  ben.goes(on(7))
  cleo.goes(on(8))
  vi.advanceTimersByTime(10_000)
  const before = crowd.map(({ frames }) => frames.length)
  expect([ana.sees(), ben.sees(), cleo.sees()]).toEqual([
    ['person 0:7', 'person 1:7'],
    ['person 0:7', 'person 1:7'],
    ['person 2:8'],
  ])
  cleo.goes(on(7))
  vi.advanceTimersByTime(10_000)
  expect(ana.sees()).toEqual(['person 0:7', 'person 1:7', 'person 2:7'])
  ben.goes(on(9))
  vi.advanceTimersByTime(10_000)
  expect(ana.sees()).toEqual(['person 0:7', 'person 2:7'])
  expect(ana.frames.at(-1)?.count).toBe(crowd.length)
  const told = crowd.filter(({ frames }, i) => frames.length > (before[i] ?? 0))
  expect(told).toHaveLength(3)

  for (const person of crowd.slice(20)) person.leave()
  vi.advanceTimersByTime(10_000)
  expect(ben.sees()).toHaveLength(20)
})

test('a thousand who stand still are told nothing', () => {
  const many = Array.from({ length: 1000 }, (_, i) => socket(`person ${i}`))
  for (const person of many) person.goes(on(Number(person === many[0])))
  vi.advanceTimersByTime(60_000)
  const before = many.reduce((sum, { frames }) => sum + frames.length, 0)
  vi.advanceTimersByTime(600_000)
  expect(many.reduce((sum, { frames }) => sum + frames.length, 0)).toBe(before)
})

test('what comes from outside is read or refused', () => {
  expect(readPresence({ place: null })).toEqual({ author: '', place: null })
  expect(readPresence({ author: 'Ana', place: { sourceId: 3, questionId: 1, more: 'x' } })?.place).toEqual(on(3))
  const selection = { answerId: 5, version: 2, anchor: 4, head: 9 }
  expect(readPresence({ place: { ...on(3), selection } })?.place?.selection).toEqual(selection)
  for (const bad of [
    null,
    [],
    'x',
    { place: 3 },
    { author: 'x'.repeat(300), place: null },
    { place: { sourceId: 'x' } },
    { place: { ...on(1), selection: { ...selection, head: -1 } } },
    { place: { ...on(1), quirkId: 1.5 } },
  ])
    expect(readPresence(bad)).toBeNull()
})
