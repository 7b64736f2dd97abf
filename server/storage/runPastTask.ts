import { type Problem, problem, type Result } from '../../src/model/problems.ts'
import { startThread } from '../running/ownThreads.ts'
import { storageFailed } from './messages.ts'
import type { PastResults, PastTask } from './pastTask.ts'

/** Does a task in a thread of its own; `broken` hears of what is a bug or a failure of the disk. Problems: the task's, storageFailed. */
export function runPastTask<T extends PastTask>(
  task: T,
  broken: (error: unknown) => void,
): Promise<Result<PastResults[T['do']]>> {
  return new Promise((resolve) => {
    const worker = startThread('server/storage/past.thread.ts', { workerData: task })
    const fail = (error: unknown) => resolve(problem(storageFailed(error)))
    worker.on('message', (message: Result<PastResults[T['do']]> | { broken: string; problem: Problem }) => {
      if (!('broken' in message)) return resolve(message)
      broken(new Error(message.broken))
      resolve(problem(message.problem))
    })
    worker.on('error', fail)
    worker.on('exit', () => fail('the thread has ended'))
  })
}
