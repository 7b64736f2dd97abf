/**
 * What a page tells a worker that cannot listen, because it is in the middle of a statement: two counters in memory that both share. A
 * counter that has grown since is a signal.
 */
export const signals = ['stops', 'calls'] as const
export type Signal = (typeof signals)[number]
/** How often somebody has said stop, and how often somebody has called the worker. */
export type Signals = Readonly<Record<Signal, number>>

export const signalBytes = 4 * signals.length

export function signalsIn(shared: SharedArrayBuffer | undefined): () => Signals | null {
  if (!shared) return () => null
  const counters = new Int32Array(shared)
  return () => ({ stops: Atomics.load(counters, 0), calls: Atomics.load(counters, 1) })
}

export function countSignal(shared: SharedArrayBuffer, signal: Signal): void {
  Atomics.add(new Int32Array(shared), signals.indexOf(signal), 1)
}
