/** A storage thread: the rooms of some projects, beside their files. */
import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './messages.ts'
import { openProjects } from './projects.ts'

if (!parentPort) throw new Error('a storage thread is started by storage.ts')
const port = parentPort
const handle = openProjects((message: FromThread) => port.postMessage(message), setImmediate)
port.on('message', (message: ToThread) => handle(message))
