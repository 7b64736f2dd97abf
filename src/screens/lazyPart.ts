/**
 * Parts of the page that load when they are first drawn, or before, once the page has nothing else to do. A part that cannot
 * be fetched waits for the server to answer again: what stands around it goes on.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { isChunkFailure, reloadForChunk, serverAnswers } from './chunkReload.ts'

const retryAfter = 3000
/** What fetches the parts that nobody has wanted yet. */
const unloaded = new Set<() => Promise<void>>()

export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  let Part: ComponentType<P> | null = null
  const fetch = async () => {
    Part = await load()
  }
  unloaded.add(fetch)
  return lazy(() => {
    unloaded.delete(fetch)
    return Part ? atOnce({ default: Part }) : patiently(load).then((fetched) => ({ default: fetched }))
  })
}

/** What is there is drawn at once: React keeps a part that it had to wait for from the screen for up to 300 ms. */
const atOnce = <T>(value: T): Promise<T> =>
  // biome-ignore lint/suspicious/noThenProperty: a promise tells its value too late
  ({ then: (take: (value: T) => void) => take(value) }) as Promise<T>

/** Stands in the browser's own record of the page's times from when everything has been fetched ahead. */
const allFetched = 'parts fetched'

/** Fetches the other parts one after the other, so that they are there when the server is not. */
export async function warmUp(): Promise<void> {
  await new Promise<void>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()))
  for (const fetch of unloaded) {
    unloaded.delete(fetch)
    await fetch().catch(() => {})
  }
  performance.mark(allFetched)
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isChunkFailure(error)) throw error
    while (!(await serverAnswers())) await new Promise((resolve) => setTimeout(resolve, retryAfter))
    return await load().catch(async (again: unknown) => {
      // There, but not this part: the program has been updated.
      if (await reloadForChunk(again)) return new Promise<never>(() => {})
      throw again
    })
  }
}
