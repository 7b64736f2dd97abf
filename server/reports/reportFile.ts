/** The report of a project's file, written by a thread of its own. */
import { ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { startThread } from '../base/ownThreads.ts'
import { fewAtOnce, hasLeft } from '../base/turns/fewAtOnce.ts'
import type { ReportLanguage } from './gatherReportOptions.ts'

export interface ReportAsked {
  /** A project's file that nobody changes meanwhile. */
  path: string
  title: string
  language: ReportLanguage
  /** The viewer, as an archive. */
  template: string
  /** Where the report is to be; it must not exist. */
  out: string
}

const inTurn = fewAtOnce(2)

/** Ends with the thread, which has the memory that a report takes and gives it back; whoever leaves (`signal`) ends it: socketClosed. */
export const writeReportFile = (asked: ReportAsked, signal?: AbortSignal): Promise<Result<string>> =>
  inTurn(() => writeInThread(asked, signal), { signal })

function writeInThread(asked: ReportAsked, signal?: AbortSignal): Promise<Result<string>> {
  const thread = startThread('server/reports/report.thread.ts', { workerData: asked })
  return new Promise((resolve, reject) => {
    thread.once('message', (found: Problem | null) => resolve(found ? problem(found) : ok(asked.out)))
    thread.once('error', reject)
    const leave = () => void thread.terminate()
    signal?.addEventListener('abort', leave)
    thread.once('exit', (code) => {
      signal?.removeEventListener('abort', leave)
      if (signal?.aborted) resolve(hasLeft)
      reject(new Error(`the thread of a report ended with ${code}`))
    })
  })
}
