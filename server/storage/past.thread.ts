/** One task after the other on files that nobody else uses, beside the storage threads: each may take as long as it takes. */
import { parentPort } from 'node:worker_threads'
import { attempt } from '../../src/model/problems.ts'
import { lowerPriority } from '../running/lowerPriority.ts'
import { storageFailed } from './failures.ts'
import { doPastTask, type PastTask } from './pastTask.ts'

if (!parentPort) throw new Error('this thread is started by runPastTask')
const port = parentPort
lowerPriority(15)
port.on('message', (task: PastTask) => {
  try {
    port.postMessage(attempt(() => doPastTask(task)))
  } catch (error) {
    const broken = error instanceof Error ? (error.stack ?? error.message) : String(error)
    port.postMessage({ broken, problem: storageFailed(error) })
  }
})
