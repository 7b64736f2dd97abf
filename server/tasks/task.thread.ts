/**
 * One task after the other on files that nobody else uses, beside the storage threads: each may take as long as it takes. It comes after the event loop
 * before it loads what it needs, which alone takes a part of a second.
 */
import { parentPort } from 'node:worker_threads'
import { attempt } from '../../src/model/problems.ts'
import { storageFailed } from '../base/failures.ts'
import { comesAfter, lowerPriority } from '../base/turns/lowerPriority.ts'
import type { FileTask } from './fileTask.ts'

if (!parentPort) throw new Error('this thread is started by runTask')
const port = parentPort
lowerPriority(comesAfter.behind)
// It has nothing to wait for yet, and stays.
port.ref()
void import('./fileTask.ts').then(({ doTask }) =>
  port.on('message', (task: FileTask) => {
    try {
      port.postMessage(attempt(() => doTask(task)))
    } catch (error) {
      const broken = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ broken, problem: storageFailed(error) })
    }
  }),
)
