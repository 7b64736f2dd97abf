/** A project's file out of what somebody has sent, written by a thread of its own: the rooms and the event loop go on meanwhile. */
import { problem, type Result } from '../../src/model/problems.ts'
import { startThread } from '../base/ownThreads.ts'
import { fewAtOnce, hasLeft } from '../base/turns/fewAtOnce.ts'

export type Upload =
  | {
      form: 'qrk'
      /** Where it lies; it is not changed. */
      from: string
      /** What its sender calls it. */
      name: string
      /** Where the project is to be; nothing is there. */
      to: string
    }
  /** A project JSON with the name that the project is to have. Where it is to be merged nothing is written, and the base is told. */
  | { form: 'json'; from: string; to: string }
  /** The same, merged with the project whose file lies at `base`, which gives it the sound of its recordings. */
  | { form: 'merge'; from: string; base: string; to: string }

export interface WantedProject {
  name: string
  overwrite: boolean
  /** The project with which it is still to be merged, by its uuid. */
  base?: string
}

/** What a file can be made to cost: MB of memory beside its longest text, and ms. */
const most = { memory: 1024, time: 300_000 } as const

/** A class that begins sends its files all at once. */
const inTurn = fewAtOnce(2)

/** Resolves to what the project is to be called: of a file that is what its sender calls it. Whoever leaves ends it: socketClosed. */
export const writeUpload = (upload: Upload, signal?: AbortSignal): Promise<Result<WantedProject>> =>
  inTurn(() => writeInThread(upload, signal), { signal })

function writeInThread(upload: Upload, signal?: AbortSignal): Promise<Result<WantedProject>> {
  const thread = startThread('server/uploads/upload.thread.ts', {
    workerData: upload,
    resourceLimits: { maxOldGenerationSizeMb: most.memory },
  })
  return new Promise((resolve, reject) => {
    const name = upload.form === 'qrk' ? upload.name : upload.form === 'merge' ? 'data' : 'project_json'
    const tooMuch = () => resolve(problem({ kind: 'conversionFailed', name, detail: 'it takes too much' }))
    const leave = () => void thread.terminate()
    signal?.addEventListener('abort', leave)
    const timer = setTimeout(() => {
      tooMuch()
      void thread.terminate()
    }, most.time)
    thread.once('message', (found: Result<WantedProject>) => resolve(found))
    thread.once('error', (error: { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error),
    )
    thread.once('exit', (code) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      if (signal?.aborted) resolve(hasLeft)
      reject(new Error(`the thread of an upload ended with ${code}`))
    })
  })
}
