/**
 * Which quirks somebody points at, on the canvas, in the codebook, in the text or in a list: the others show the same ones, and let the rest step back. It is of this
 * window and of the moment; who only passes by on the way elsewhere changes nothing.
 */

export type BrushedBy = 'canvas' | 'codebook' | 'text' | 'list'

export interface Brushed {
  readonly by: BrushedBy
  readonly quirkIds: ReadonlySet<number>
}

/** In ms. */
const after = 60

let now: Brushed | null = null
let next = ''
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<(brushed: Brushed | null) => void>()

/** Of none: nothing is pointed at there any more. */
export function brush(by: BrushedBy, quirkIds: readonly number[]): void {
  const name = quirkIds.length === 0 ? '' : `${by} ${quirkIds.join()}`
  if (name === next || (name === '' && !next.startsWith(by))) return
  next = name
  clearTimeout(timer)
  timer = setTimeout(() => {
    now = name === '' ? null : { by, quirkIds: new Set(quirkIds) }
    for (const tell of [...listeners]) tell(now)
  }, after)
}

/** Returns the end of it. */
export function onBrush(listener: (brushed: Brushed | null) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const brushed = (): Brushed | null => now

const marking = new Set<(quirkId: number) => void>()

/** A highlight of this quirk was chosen in the text. */
export function markQuirk(quirkId: number): void {
  for (const tell of marking) tell(quirkId)
}

/** Returns the end of it. */
export function onMarked(listener: (quirkId: number) => void): () => void {
  marking.add(listener)
  return () => void marking.delete(listener)
}
