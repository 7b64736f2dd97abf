// For tests of the map: projects as people have them, as large as wanted.
import type { MapQuirk } from '../layoutMap.ts'

const words = ['Trust', 'Doubt', 'Leaving home', 'Work', 'Letters from the harbour', 'Silence', 'Being together again']

/** Three levels deep, on the grid that new quirks are placed on. */
export function quirks(count: number, seed = 7): MapQuirk[] {
  let state = seed
  const random = () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
  const roots = Math.max(5, Math.round(count / (count < 100 ? 4 : count < 1000 ? 5 : 20)))
  const depths = [0]
  return Array.from({ length: count }, (_, at) => {
    const id = at + 1
    let parentQuirkId = -1
    while (id > roots && (parentQuirkId < 0 || depths[parentQuirkId]! > 2))
      parentQuirkId = 1 + Math.floor(random() * at)
    depths[id] = parentQuirkId < 0 ? 1 : depths[parentQuirkId]! + 1
    const [x, y] = [50 + 100 * (at % 5), 50 + 100 * (Math.floor(at / 5) % 7)]
    return {
      id,
      title: `${words[id % words.length]} ${id}`,
      x,
      y,
      parentQuirkId,
      highlights: Math.floor(random() ** 3 * 60),
    }
  })
}

const topics = ['importance', 'equity', 'exposure', 'computational thinking', 'job skills', 'literacy', 'citizenship']

/** As people bring codebooks along: three heads without highlights, which hold five to seven quirks each, and these up to fifteen. */
export function deepCodebook(): MapQuirk[] {
  const drawn: MapQuirk[] = []
  const add = (parentQuirkId: number, highlights: number): number => {
    const id = drawn.length + 1
    const title = `${topics[id % topics.length]} / ${words[(id * 3) % words.length]} ${id}`
    drawn.push({ id, title, x: 50 + 100 * (id % 5), y: 50 + 100 * (id % 7), parentQuirkId, highlights })
    return id
  }
  for (let head = 0; head < 3; head++) {
    const top = add(-1, 0)
    for (let topic = 0; topic < 5 + head; topic++) {
      const inside = add(top, topic % 2)
      for (let code = 0; code < 9 + ((topic * 5 + head) % 7); code++) add(inside, (code * 7 + topic) % 5)
    }
  }
  return drawn
}
