/** A project's file out of one that somebody has sent, written by a thread of its own: the rooms go on meanwhile. */
import { Worker } from 'node:worker_threads'
import { type Problem, problem, type Result } from '../../src/model/problems.ts'

export interface Upload {
  /** Where it lies; it is not changed. */
  from: string
  /** What its sender calls it. */
  name: string
  /** Where the project is to be. */
  to: string
  overwrite: boolean
}

/** What a file can be made to cost: MB of memory beside its longest text, and ms. */
const most = { memory: 1024, time: 300_000 } as const

export function writeUpload(upload: Upload): Promise<Result<string>> {
  const thread = new Worker(new URL('./uploadThread.ts', import.meta.url), {
    workerData: upload,
    resourceLimits: { maxOldGenerationSizeMb: most.memory },
  })
  return new Promise((resolve, reject) => {
    const tooMuch = () => resolve(problem({ kind: 'conversionFailed', name: upload.name, detail: 'it takes too much' }))
    const timer = setTimeout(() => {
      tooMuch()
      void thread.terminate()
    }, most.time)
    thread.once('message', (found: Problem | null) => resolve(found ? problem(found) : { ok: upload.to }))
    thread.once('error', (error: { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
    )
    thread.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the thread of an upload ended with ${code}`))
    })
  })
}
