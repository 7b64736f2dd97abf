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
  const set = (next: Partial<Signs>, draw: () => void) => {
    Object.assign(signs, next)
    draw()
  }
  return {
    setCounter: (counted) => counted !== signs.counted && set({ counted }, drawRest),
    ghost: (ghostAt) => set({ ghostAt }, drawLive),
    bud: (budding) => set({ budding }, drawLive),
    caption: (captioned) => captioned !== signs.captioned && set({ captioned }, drawBoth),
    mark: (marked) => {
      const { marked: before } = signs
      if (before?.id !== marked?.id || before?.focused !== marked?.focused) set({ marked }, drawBoth)
    },
    point: (pointed) => pointed !== signs.pointed && set({ pointed }, drawLive),
    brush: (brushed) => brushed !== signs.brushed && set({ brushed }, drawRest),
    holders: (heldByOthers) => set({ heldByOthers }, drawLive),
  }
}
