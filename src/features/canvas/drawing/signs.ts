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

/** As `Board` describes them. */
export interface SignSetters {
  setCounter(counter: boolean): void
  ghost(at: Point | null): void
  bud(bud: Bud | null): void
  caption(id: number | null): void
  mark(mark: Mark | null): void
  point(id: number | null): void
  brush(quirkIds: ReadonlySet<number> | null): void
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
