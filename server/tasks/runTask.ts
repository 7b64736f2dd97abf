import { type Problem, problem, type Result } from '../../src/model/problems.ts'
import { storageFailed } from '../base/failures.ts'
import { startThread } from '../base/ownThreads.ts'
import { hasLeft } from '../base/turns/fewAtOnce.ts'
import type { FileTask, TaskResults } from './fileTask.ts'

type Answer = Result<TaskResults[FileTask['do']]> | { broken: string; problem: Problem }

/**
 * Does a task in a thread that has no other meanwhile; `broken` hears of what is a bug or a failure of the disk. Whoever leaves (`signal`) ends it:
 * it writes nothing any more once this resolves. Problems: the task's, storageFailed, socketClosed.
 */
export async function runTask<T extends FileTask>(
  task: T,
  broken: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<Result<TaskResults[T['do']]>> {
  if (signal?.aborted) return hasLeft
  const thread = idle.shift() ?? startTaskThread()
  signal?.addEventListener('abort', thread.end)
  const answer = await thread.run(task)
  signal?.removeEventListener('abort', thread.end)
  if (signal?.aborted) return hasLeft
  if ('broken' in answer) {
    broken(new Error(answer.broken))
    return problem(answer.problem)
  }
  return answer as Result<TaskResults[T['do']]>
}

interface TaskThread {
  run(task: FileTask): Promise<Answer>
  end(): void
}

/** Threads that wait for a task: at most one, for starting one costs more than most tasks. It keeps no program from its end. */
const idle: TaskThread[] = []
/** ms that it waits. */
const idleFor = 2_000

function startTaskThread(): TaskThread {
  const worker = startThread('server/tasks/task.thread.ts')
  let told: ((answer: Answer) => void) | undefined
  let ending: NodeJS.Timeout | undefined
  let isEnding = false
  const end = () => {
    isEnding = true
    const place = idle.indexOf(thread)
    if (place >= 0) idle.splice(place, 1)
    void worker.terminate()
  }
  const failed = (error: unknown) => {
    told?.(problem(storageFailed(error)))
    end()
  }
  worker.on('error', failed)
  worker.on('exit', () => failed('the thread has ended'))
  worker.on('message', (answer: Answer) => {
    told?.(answer)
    if ('broken' in answer || isEnding || idle.length > 0) return end()
    worker.unref()
    idle.push(thread)
    ending = setTimeout(end, idleFor).unref()
  })
  const thread: TaskThread = {
    end,
    run: (task) => {
      clearTimeout(ending)
      worker.ref()
      return new Promise((resolve) => {
        told = resolve
        worker.postMessage(task)
      })
    },
  }
  return thread
}
