/** What moves on the board now, and the frames that are painted until all of it stands. */
import { type Motion, progress } from './motion.ts'
import { type Aim, swellMs } from './painter.ts'
import { mostMotions } from './transitions.ts'

export interface Moves {
  /** By the ids of the bubbles. */
  readonly motions: Map<number, Motion>
  /** The radius to which the tray has grown. */
  trayMotion: Motion | null
  /** The target swells as it is aimed at; `since`: in ms of `performance.now`. */
  aimed: (Aim & { since: number }) | null
}

export interface Mover {
  /** Paints until nothing moves any more. */
  animate(): void
  /** Nothing is painted from now on. */
  stop(): void
  move(moved: readonly [number, Motion][]): void
  aim(aim: Aim | null): void
}

export const noMoves = (): Moves => ({ motions: new Map(), trayMotion: null, aimed: null })

export function moverOf(moves: Moves, layers: { drawRest(): void; drawLive(): void }): Mover {
  const { motions } = moves
  let frame = 0

  const animate = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const now = performance.now()
      let ended = false
      for (const [id, motion] of motions)
        ended = (progress(motion.start, now, motion.ms) === 1 && motions.delete(id)) || ended
      if (moves.trayMotion && progress(moves.trayMotion.start, now) === 1) moves.trayMotion = null
      if (ended) layers.drawRest()
      layers.drawLive()
      const swells = moves.aimed !== null && progress(moves.aimed.since, now, swellMs) < 1
      if (motions.size > 0 || moves.trayMotion || swells) animate()
    })
  }

  return {
    animate,
    stop: () => cancelAnimationFrame(frame),
    move: (moved) => {
      if (moved.length <= mostMotions) for (const [id, motion] of moved) motions.set(id, motion)
    },
    aim: (next) => {
      if (moves.aimed?.id === next?.id && moves.aimed?.refused === next?.refused) return
      moves.aimed = next && { ...next, since: performance.now() }
      animate()
    },
  }
}
