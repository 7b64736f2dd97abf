// Loaded into the server under load: tells how long its event loop kept things waiting, when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.send) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('message', (asked) => {
    if (asked !== 'delay') return
    // The timer that measures comes a millisecond late by itself.
    process.send?.({ p99: Math.max(0, delays.percentile(99) / 1e6 - 1), max: delays.max / 1e6 - 1 })
    delays.reset()
  })
  process.channel?.unref()
}
