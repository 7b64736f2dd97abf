import { leastFetchDelay } from '../../model/limits.ts'

/** For work that shows a spinner: it lasts long enough not to flash (1 §9). */
export async function leastDuration<T>(work: Promise<T>, ms: number = leastFetchDelay): Promise<T> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ms))])
  return result
}
