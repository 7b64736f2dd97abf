/** Bubbles on their way: from where they were shown to where they belong, swelling a little once when they gained a highlight. */
import type { Circle } from '../../../model/canvas/grid.ts'

export interface Motion {
  readonly from: Circle
  readonly to: Circle
  /** In ms of `performance.now`. */
  readonly start: number
  readonly ms: number
  readonly pulse: boolean
  /** The number that stood in it, until the new one takes its place. */
  readonly count?: number | undefined
}

export const motionMs = 240
/** Who goes further takes longer, so that the eye can follow: at its fastest about 10 px from one frame of the screen to the next. */
const msPerPx = 5
const longestMs = 1000
const swelling = 0.08

export const easeOut = (share: number): number => 1 - (1 - share) ** 3

/** How far a motion of `ms` that began at `start` is, 0 to 1. */
export const progress = (start: number, now: number, ms: number = motionMs): number =>
  Math.min(1, Math.max(0, (now - start) / ms))

/** `distance`: in px of the screen. */
export const msFor = (distance: number): number => Math.min(longestMs, Math.max(motionMs, distance * msPerPx))

export function circleAt({ from, to, start, ms, pulse }: Motion, now: number): Circle {
  const share = progress(start, now, ms)
  const eased = easeOut(share)
  const swell = pulse ? 1 + swelling * Math.sin(Math.PI * share) : 1
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    r: (from.r + (to.r - from.r) * eased) * swell,
  }
}

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
