/** What marks bubbles on the board and moves none of them: each sign is set by itself, and painted with the rest (`painter.ts`). */
import type { Point } from '../placing/viewport.ts'
import type { Bud, Holder, Mark } from './painter.ts'

export interface Signs {
  /** Where a new quirk would be made. */
  ghostAt: Point | null
  budding: Bud | null
  /** The quirks that are pointed at elsewhere. */
  brushed: ReadonlySet<number> | null
  captioned: number | null
  marked: Mark | null
  pointed: number | null
  heldByOthers: ReadonlyMap<number, Holder>
  /** Whether numbers stand in the discs. */
  counted: boolean
}

export interface SignSetters {
  /** Whether numbers stand in the discs. */
  setCounter(counter: boolean): void
  /** Where a new quirk would be made. */
  ghost(at: Point | null): void
  bud(bud: Bud | null): void
  /** The bubble whose whole title stands beside it already. */
  caption(id: number | null): void
  /** The quirk that is chosen; one that is folded is marked where it is folded into. */
  mark(mark: Mark | null): void
  /** The bubble under the pointer: a ring in ink goes around it, and nothing else changes. */
  point(id: number | null): void
  /** These quirks are pointed at elsewhere: the others step back; null: all are as they are. */
  brush(quirkIds: ReadonlySet<number> | null): void
  /** The quirks that others have in the hand or in a form. */
  holders(holders: ReadonlyMap<number, Holder>): void
}

export const noSigns = (): Signs => ({
  ghostAt: null,
  budding: null,
  brushed: null,
  captioned: null,
  marked: null,
  pointed: null,
  heldByOthers: new Map(),
  counted: true,
})

/** Bubbles at rest bear some of the signs, those in motion others. */
export function signSetters(signs: Signs, { drawRest, drawLive }: { drawRest(): void; drawLive(): void }): SignSetters {
  const drawBoth = () => {
    drawRest()
    drawLive()
  }
  const set = <Name extends keyof Signs>(name: Name, next: Signs[Name], draw: () => void) => {
    signs[name] = next
    draw()
  }
  /** What is as it was needs no painting. */
  const change = <Name extends keyof Signs>(name: Name, next: Signs[Name], draw: () => void) => {
    if (signs[name] !== next) set(name, next, draw)
  }
  return {
    setCounter: (counted) => change('counted', counted, drawRest),
    ghost: (at) => set('ghostAt', at, drawLive),
    bud: (bud) => set('budding', bud, drawLive),
    caption: (id) => change('captioned', id, drawBoth),
    mark: (next) => {
      const { marked } = signs
      if (marked?.id !== next?.id || marked?.focused !== next?.focused) set('marked', next, drawBoth)
    },
    point: (id) => change('pointed', id, drawLive),
    brush: (quirkIds) => change('brushed', quirkIds, drawRest),
    holders: (holders) => set('heldByOthers', holders, drawLive),
  }
}
