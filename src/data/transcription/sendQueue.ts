/**
 * What is on its way to the server, one after the other, for as long as the page is there: a screen that is left takes nothing with it, and one that is
 * opened again finds what goes on. Knows nothing of the page.
 */
import { proxy } from 'valtio'

/** The one that is on its way: how far it is, from 0 to 1, and which it is of those that were given. */
export interface Sending {
  name: string
  share: number
  at: number
  of: number
}

/** Sends one of them. `progress`: from 0 to 1. It ends early where the signal says so. */
type Send<One> = (one: One, progress: (share: number) => void, signal: AbortSignal) => Promise<void>

export interface SendQueue<One> {
  readonly state: { sending: Sending | null }
  /** Behind what waits already. */
  add(more: readonly One[], send: Send<One>): void
  /** What is on its way stops, and what was to follow is forgotten. */
  cancel(): void
}

/** `begin` is called when something begins to be on its way; what it returns, when nothing is any more. */
export function openSendQueue<One>(nameOf: (one: One) => string, begin: () => () => void): SendQueue<One> {
  const state = proxy<{ sending: Sending | null }>({ sending: null })
  const waiting: { one: One; send: Send<One> }[] = []
  let running: AbortController | null = null
  const run = async (): Promise<void> => {
    if (running) return
    const own = new AbortController()
    running = own
    const { signal } = own
    const end = begin()
    for (let at = 1; waiting.length > 0 && !signal.aborted; at += 1) {
      const { one, send } = waiting.shift() as (typeof waiting)[number]
      const progress = (share: number) => {
        state.sending = { name: nameOf(one), share, at, of: at + waiting.length }
      }
      progress(0)
      await send(one, progress, signal)
    }
    waiting.length = 0
    running = null
    state.sending = null
    end()
  }
  return {
    state,
    add(more, send) {
      waiting.push(...more.map((one) => ({ one, send })))
      void run()
    },
    cancel: () => running?.abort(),
  }
}
