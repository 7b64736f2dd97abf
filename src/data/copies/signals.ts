/**
 * Signals to the worker of a project from every tab: memory can be shared with the worker of this tab alone, so the other tabs are told,
 * and the one that owns the worker counts for all.
 */
import { countSignal, type Signal, signalBytes } from '../../model/signals.ts'

export interface SignalSender {
  /** For the worker; undefined where the browser has no shared memory, isolated or not: then nothing is heard in the middle of a statement. */
  shared: SharedArrayBuffer | undefined
  send(signal: Signal): void
  close(): void
}

/** `onSignal`: each, from whichever tab. */
export function openSignals(uuid: string, onSignal: (signal: Signal) => void): SignalSender {
  const shared = typeof SharedArrayBuffer === 'function' ? new SharedArrayBuffer(signalBytes) : undefined
  const others = typeof BroadcastChannel === 'function' ? new BroadcastChannel(`thicket:signals:${uuid}`) : null
  const count = (signal: Signal) => {
    if (shared) countSignal(shared, signal)
    onSignal(signal)
  }
  if (others) others.onmessage = ({ data }: MessageEvent<Signal>) => count(data)
  let closed = false
  return {
    shared,
    send: (signal) => {
      if (closed) return
      count(signal)
      others?.postMessage(signal)
    },
    close: () => {
      closed = true
      others?.close()
    },
  }
}
