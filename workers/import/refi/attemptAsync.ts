import { Refusal, type Result } from '../../../src/model/problems.ts'

/** Runs `body`; a refusal within it becomes the result. */
export async function attemptAsync<T>(body: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: await body() }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.problem }
    throw error
  }
}
