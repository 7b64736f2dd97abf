/** A storage thread: the rooms of some projects, beside their files. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../base/turns/lowerPriority.ts'
import { openThreadProjects } from './projects.ts'
import type { FromThread, ToThread } from './threadMessages.ts'

export interface StorageThread {
  /** Steps of niceness: where many people share a server, sockets are heard and answered while projects are written. */
  comesAfter?: number
}

if (!parentPort) throw new Error('a storage thread is started by storage.ts')
const port = parentPort
const { comesAfter = 0 } = (workerData ?? {}) as StorageThread
if (comesAfter > 0) lowerPriority(comesAfter)
const handle = openThreadProjects((message: FromThread) => port.postMessage(message), setImmediate)
port.on('message', (message: ToThread) => handle(message))
