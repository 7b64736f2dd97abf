/**
 * What a page tells a worker that cannot listen, because it is in the middle of a statement or a step: counters in memory that both share. A
 * counter that has grown since is a signal.
 */
export const signals = ['stops', 'calls', 'stepStops'] as const
export type Signal = (typeof signals)[number]
/** How often somebody has said stop to statements, how often somebody has called the worker, and how often somebody has said stop to a step. */
export type Signals = Readonly<Record<Signal, number>>

export const signalBytes = 4 * signals.length

export function signalsIn(shared: SharedArrayBuffer | undefined): () => Signals | null {
  if (!shared) return () => null
  const counters = new Int32Array(shared)
  const count = (signal: Signal) => Atomics.load(counters, signals.indexOf(signal))
  return () => ({ stops: count('stops'), calls: count('calls'), stepStops: count('stepStops') })
}

export function countSignal(shared: SharedArrayBuffer, signal: Signal): void {
  Atomics.add(new Int32Array(shared), signals.indexOf(signal), 1)
}
