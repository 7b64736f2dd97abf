/** The thread of one try: see `hear.ts`. It comes after the event loop before it loads what it needs, which alone takes a part of a second. */
import { parentPort, workerData } from 'node:worker_threads'
import { comesAfter, lowerPriority } from '../base/turns/lowerPriority.ts'
import type { Job } from './hear.ts'

lowerPriority(comesAfter.behind)
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
void import('./hearRecording.ts')
  .then(({ hearRecording }) => hearRecording(workerData as Job, stopping.signal))
  .then((heard) => {
    parentPort?.postMessage(heard)
    // It would listen for ever.
    parentPort?.close()
  })
