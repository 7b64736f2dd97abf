/**
 * Who has a project open, and where: one for each open project, beside its feed. Nothing is numbered or stored.
 *
 * Promises: whoever has said where they are is told of the others, gathered for 75 ms or more; a socket that has not costs
 * nothing. Several windows of a person are one person, in the place of the window that moved last. With more than
 * `mostPeopleTold` people each is told of those on the same source, and now and then how many there are. A socket that
 * does not take its frames is left out, and told everything anew once it does.
 */
import type { Access } from '../../src/model/access.ts'
import { mostPeopleTold, type PeopleNews, type PersonHere, type PersonPlace } from '../../src/model/presence.ts'
import { none } from '../../src/model/schema.ts'
import type { Outlet } from './feed.ts'
import { freeColour, noUses } from './personColours.ts'

export interface Seat {
  /** Which person this is, for frames with `people`; changes with the name. */
  place(place: PersonPlace | null, as: Identity): number
  leave(): void
}

/** `key`: the same for all windows of one person. `colour`: theirs unless somebody here has it; asked for when they come. */
export interface Identity {
  key: string
  author: string
  access: Access
  colour: () => number
}

export interface ProjectPresence {
  sit(outlet: Outlet): Seat
  readonly count: number
  stop(): void
}

interface Here {
  outlet: Outlet
  person: Person
  place: PersonPlace | null
  /** Has been told nothing yet, or not enough. */
  isNew: boolean
}

interface Person extends PersonHere {
  key: string
  /** Those of the windows, the one that moved last at the end. */
  seats: Set<Here>
  /** The source where those there have been told of this person. */
  toldOn: number
}

const gather = { least: 75, most: 5000 } as const
/** How often all are told how many there are, where there are very many. */
const countEvery = 5000
/** More waiting than this, and a socket is told later. */
const mostBuffered = 64 * 1024

export function openPresence(): ProjectPresence {
  const people = new Map<string, Person>()
  const seats = new Set<Here>()
  /** How many have each colour. */
  const uses = noUses()
  let changed = new Set<Person>()
  let last = 0
  let crowded = false
  let toldCount = 0
  let cost = 0
  let timer: NodeJS.Timeout | undefined
  let counter: NodeJS.Timeout | undefined

  /** Where telling takes long, a twentieth of the time at most is given to it. */
  const flushSoon = (after = Math.min(gather.most, Math.max(gather.least, cost * 20))) => {
    timer ??= setTimeout(flush, after).unref()
  }
  const change = (person: Person) => {
    changed.add(person)
    flushSoon()
  }

  const personOf = ({ key, author, access, colour: wanted }: Identity): Person => {
    const known = people.get(key)
    if (known) return Object.assign(known, { author, access })
    last += 1
    const colour = freeColour(wanted(), uses)
    uses[colour] = (uses[colour] ?? 0) + 1
    const person: Person = { key, who: last, author, access, colour, place: null, seats: new Set(), toldOn: none }
    people.set(key, person)
    return person
  }
  const leave = (here: Here) => {
    const { person } = here
    if (!person.seats.delete(here)) return
    if (person.seats.size === 0) {
      people.delete(person.key)
      uses[person.colour] = (uses[person.colour] ?? 0) - 1
    } else person.place = [...person.seats].at(-1)?.place ?? null
    change(person)
  }

  const flush = () => {
    timer = undefined
    const began = performance.now()
    const moved = [...changed]
    changed = new Set()
    const isCrowd = people.size > mostPeopleTold
    if (isCrowd !== crowded) {
      crowded = isCrowd
      for (const here of seats) here.isNew = true
      for (const person of people.values()) person.toldOn = crowded ? sourceOf(person) : none
    }
    const news = new Map<number, PeopleNews>()
    const newsFor = (source: number) => {
      const known = news.get(source) ?? { put: [], gone: [], count: people.size }
      news.set(source, known)
      return known
    }
    for (const person of moved) {
      const on = crowded ? sourceOf(person) : none
      const isHere = people.get(person.key) === person
      if (!isHere || person.toldOn !== on) newsFor(person.toldOn).gone.push(person.who)
      if (isHere) newsFor(on).put.push(told(person))
      person.toldOn = on
    }
    tell(news)
    if (crowded && people.size !== toldCount) counter ??= setTimeout(tellCount, countEvery).unref()
    if (!crowded) toldCount = people.size
    cost = performance.now() - began
  }

  const tell = (news: ReadonlyMap<number, PeopleNews>) => {
    const frames = new Map<number, string>()
    const whole = new Map<number, string>()
    for (const here of seats) {
      const on = crowded ? sourceOf(here) : none
      const due = here.isNew ? allOn(on, whole) : frameFor(on, news, frames)
      if (due === null || (crowded && on === none && !here.isNew)) continue
      here.isNew = here.outlet.buffered() > mostBuffered
      if (here.isNew) flushSoon(1000)
      else here.outlet.send(due, () => {})
    }
  }
  const allOn = (source: number, made: Map<number, string>): string => {
    const known = made.get(source)
    if (known) return known
    const there = [...people.values()].filter((person) => !crowded || isWith(person, source))
    const frame = frameOf({ all: true, put: there.slice(0, mostPeopleTold).map(told), gone: [], count: people.size })
    made.set(source, frame)
    return frame
  }
  const tellCount = () => {
    counter = undefined
    toldCount = people.size
    const frame = frameOf({ put: [], gone: [], count: people.size })
    for (const { outlet } of seats) if (outlet.buffered() <= mostBuffered) outlet.send(frame, () => {})
  }

  const sit = (outlet: Outlet): Seat => {
    let here: Here | undefined
    return {
      place: (place, as) => {
        if (here && here.person.key !== as.key) {
          leave(here)
          here.person = personOf(as)
        }
        here ??= { outlet, person: personOf(as), place, isNew: true }
        const { person } = here
        Object.assign(person, { author: as.author, access: as.access, place })
        // Whoever came to another source knows nobody there.
        here.isNew ||= crowded && sourceOf(here) !== sourceOf({ place })
        here.place = place
        person.seats.delete(here)
        person.seats.add(here)
        seats.add(here)
        change(person)
        return person.who
      },
      leave: () => {
        if (!here) return
        seats.delete(here)
        leave(here)
      },
    }
  }

  return {
    sit,
    get count() {
      return people.size
    },
    stop: () => {
      clearTimeout(timer)
      clearTimeout(counter)
    },
  }
}

/** Of those who are in no source nobody is told in a crowd. */
const isWith = (person: Person, source: number): boolean => source !== none && sourceOf(person) === source
const sourceOf = ({ place }: { place: PersonPlace | null }): number => place?.sourceId ?? none
const told = ({ who, author, colour, access, place }: Person): PersonHere => ({ who, author, colour, access, place })
const frameOf = (people: PeopleNews): string => JSON.stringify({ status: 200, json_data: { people } })

function frameFor(source: number, news: ReadonlyMap<number, PeopleNews>, made: Map<number, string>): string | null {
  const about = news.get(source)
  if (!about) return null
  const frame = made.get(source) ?? frameOf(about)
  made.set(source, frame)
  return frame
}
