/** Who else has the project open, as this tab knows it: for lists by name and place, for texts by what is selected. */
import { proxy } from 'valtio'
import type { ShownPerson } from '../../../workers/project/api.ts'

export type PersonMark = Omit<ShownPerson, 'selection'>

export type { ShownPerson }

export interface PeopleHere {
  /** A valtio proxy: read with useSnapshot. What is selected is left out, for it changes at every letter. */
  readonly here: { others: PersonMark[]; count: number }
  /** Everybody with what they have selected; at once and at each change. Returns the function that stops it. */
  onPlaces(listener: (people: readonly ShownPerson[]) => void): () => void
  find(who: number): ShownPerson | undefined
}

export function openPeopleHere(): PeopleHere & { hear(people: readonly ShownPerson[], count: number): void } {
  const here = proxy<PeopleHere['here']>({ others: [], count: 0 })
  const listeners = new Set<(people: readonly ShownPerson[]) => void>()
  let last: readonly ShownPerson[] = []
  return {
    here,
    hear: (people, count) => {
      last = people.toSorted((a, b) => a.who - b.who)
      const others = last.map(({ selection: _, ...mark }) => mark)
      if (JSON.stringify(others) !== JSON.stringify(here.others)) here.others = others
      here.count = count
      for (const listener of listeners) listener(last)
    },
    onPlaces: (listener) => {
      listeners.add(listener)
      listener(last)
      return () => listeners.delete(listener)
    },
    find: (who) => last.find((person) => person.who === who),
  }
}
