/** One task on files that nobody else uses, beside the storage threads: it may take as long as it takes. */
import { parentPort, workerData } from 'node:worker_threads'
import { attempt } from '../../src/model/problems.ts'
import { storageFailed } from './messages.ts'
import { doPastTask, type PastTask } from './pastTask.ts'

if (!parentPort) throw new Error('this thread is started by pastTask’s caller')
const port = parentPort
try {
  port.postMessage(attempt(() => doPastTask(workerData as PastTask)))
} catch (error) {
  const broken = error instanceof Error ? (error.stack ?? error.message) : String(error)
  port.postMessage({ broken, problem: storageFailed(error) })
}
