/** The quirk that is dragged, with all below it: taken up, carried, let go, put back. */
import type { Bubble, Scene } from '../../../model/canvas/scene.ts'
import type { Point } from '../placing/viewport.ts'
import type { Lift } from './painter.ts'

export interface Hand {
  readonly lifted: Lift | null
  isHeld(bubble: Bubble): boolean
  /** `by`: from where it was taken up; null puts it back. */
  lift(id: number | null, by?: Point): void
  /** Let go: it stays where it is until the next scene tells where it belongs. */
  drop(): void
  /** What was let go and no scene has placed since goes back. */
  settle(): void
  /** What is still in the hand stays there; what was let go, or is in the scene no more, has its place in it. */
  keepIn(scene: Scene): void
}

interface HeldOver {
  /** What is in the hand with this quirk, each where it stands now. */
  takeUp(id: number): ReadonlyMap<number, Bubble>
  /** A drag came to nothing: sets all of it on its way back; it is still in the hand. */
  putBack(id: number): void
  drawRest(): void
  animate(): void
}

export function handOver({ takeUp, putBack, drawRest, animate }: HeldOver): Hand {
  let lifted: Lift | null = null

  const lift = (id: number | null, by: Point = { x: 0, y: 0 }) => {
    const before = lifted
    if (id !== null && before?.id === id) lifted = { ...before, by, dropped: false }
    else {
      if (before) putBack(before.id)
      lifted = null
      if (id !== null) lifted = { id, by, dropped: false, held: takeUp(id) }
      drawRest()
    }
    animate()
  }

  return {
    get lifted() {
      return lifted
    },
    isHeld: ({ id }) => lifted?.held.has(id) === true,
    lift,
    drop: () => {
      if (lifted) lifted = { ...lifted, dropped: true }
    },
    settle: () => {
      if (lifted?.dropped) lift(null)
    },
    keepIn: (scene) => {
      if (lifted?.dropped || (lifted && !scene.byId.has(lifted.id))) lifted = null
    },
  }
}
