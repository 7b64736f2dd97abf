/**
 * Fetches a snapshot and writes it where the copy is kept, beside the copy that is there. Every failure that a person can do
 * something about is a problem; nothing half written is left.
 */
import { isProblem, ok, problem, Refusal, type Result } from '../../../src/model/problems.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { ProjectHost } from '../host.ts'
import { OtherSnapshot } from './snapshot.ts'

/** How often a load may begin again because the server has made another snapshot meanwhile. */
const mostLoads = 3

/** `progress` from 0 to 1. Problems: the server's, noRoom, tooLargeForMemory, loadCut, loadStopped, noStorage. */
export async function loadCopy(
  host: ProjectHost,
  progress: (part: number | null) => void,
  signal: AbortSignal,
): Promise<Result<Db>> {
  for (let turn = 1; ; turn += 1) {
    const snapshot = await host.snapshot(progress, signal)
    if (isProblem(snapshot)) return snapshot
    const { size, chunks } = snapshot.ok
    const found = await host.store.room(size)
    if (found) return problem(found)
    try {
      return ok(await host.store.replace(chunks, size))
    } catch (error) {
      if (signal.aborted) return problem({ kind: 'loadStopped' })
      if (error instanceof Refusal) return problem(error.problem)
      if (error instanceof OtherSnapshot && turn < mostLoads) continue
      if (error instanceof OtherSnapshot) return problem({ kind: 'loadCut' })
      host.report(error)
      return problem({ kind: 'noStorage', detail: error instanceof Error ? error.message : '' })
    }
  }
}
