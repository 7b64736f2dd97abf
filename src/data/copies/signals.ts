/**
 * Signals to the worker of a project from every tab: memory can be shared with the worker of this tab alone, so the other tabs are told,
 * and the one that owns the worker counts for all.
 */
import { countSignal, type Signal, signalBytes } from '../../model/signals.ts'

export interface SignalSender {
  /** For the worker; undefined where the page is not isolated: then nothing is heard. */
  shared: SharedArrayBuffer | undefined
  send(signal: Signal): void
  close(): void
}

/** `onSignal`: each, from whichever tab. */
export function openSignals(uuid: string, onSignal: (signal: Signal) => void): SignalSender {
  const shared = globalThis.crossOriginIsolated ? new SharedArrayBuffer(signalBytes) : undefined
  const others = new BroadcastChannel(`thicket:signals:${uuid}`)
  const count = (signal: Signal) => {
    if (shared) countSignal(shared, signal)
    onSignal(signal)
  }
  others.onmessage = ({ data }: MessageEvent<Signal>) => count(data)
  let closed = false
  return {
    shared,
    send: (signal) => {
      if (closed) return
      count(signal)
      others.postMessage(signal)
    },
    close: () => {
      closed = true
      others.close()
    },
  }
}
