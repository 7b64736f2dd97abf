import type { AnalysisArgs, AnalysisName, Answered } from '../../model/queries.ts'
import type { ProjectHandle } from '../copies/handle.ts'

/**
 * The answer of this moment to a question to the whole project, such as a file. Rejects with the reason of the signal once that is aborted:
 * the question is given up.
 */
export function askAnalysis<N extends AnalysisName>(
  project: Pick<ProjectHandle, 'watchAnalysis'>,
  name: N,
  args: AnalysisArgs<N>,
  signal?: AbortSignal,
): Promise<Answered<N>> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = project.watchAnalysis(name, args, (answer) => {
      signal?.removeEventListener('abort', giveUp)
      resolve(answer)
      // It may be posted before there is something to stop.
      queueMicrotask(() => stop())
    })
    const giveUp = () => {
      stop()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
  })
}
