/**
 * Parts of the page that load when they are first drawn, or before, once the page has nothing else to do. A part that cannot
 * be fetched waits for the server to answer again: what stands around it goes on. With each come the words that it may say.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { type Saying, wordsFor } from '../i18n/language.ts'
import { isChunkFailure, serverAnswers } from './chunkFailure.ts'

const retryAfter = 3000
const restFor = 100
/** How long after a part has come the next may be asked for by what it draws, in ms. */
const asksWithin = 500
/** What fetches the parts that nobody has wanted yet. */
const unloaded = new Set<() => Promise<void>>()
/** How many parts somebody waits for, and when the last of them came. */
let wanted = 0
let cameAt = Number.NEGATIVE_INFINITY
const isAwaited = () => wanted > 0 || performance.now() - cameAt < asksWithin

let reload = async (_error: unknown): Promise<boolean> => false

/** How the page is loaded anew where the server has this part no more; resolves to whether it will be. */
export function reloadsBy(how: typeof reload): void {
  reload = how
}

export function lazyPart<P extends object>(
  part: () => Promise<ComponentType<P>>,
  saying: Saying = 'anything',
): LazyExoticComponent<ComponentType<P>> {
  const load = async () => (await Promise.all([part(), wordsFor(saying)]))[0]
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

/**
 * Fetches the other parts one after the other, so that they are there when the server is not. What somebody waits for goes before: a part, what it
 * asks for in turn, or what `isBusy` says.
 */
export async function warmUp(isBusy: () => boolean): Promise<void> {
  do await idle()
  while (isAwaited() || isBusy())
  for (const fetch of unloaded) {
    unloaded.delete(fetch)
    await fetch().catch(() => {})
    while (isAwaited() || isBusy()) await idle()
  }
  performance.mark(allFetched)
}

/** Once the page has nothing to do, and a little later: what came of it may have asked for more. */
async function idle(): Promise<void> {
  await new Promise<void>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(() => resolve()))
  await new Promise((resolve) => setTimeout(resolve, restFor))
}

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  wanted += 1
  try {
    return await load()
  } catch (error) {
    if (!isChunkFailure(error)) throw error
    while (!(await serverAnswers())) await new Promise((resolve) => setTimeout(resolve, retryAfter))
    return await load().catch(async (again: unknown) => {
      // There, but not this part: the program has been updated.
      if (await reload(again)) return new Promise<never>(() => {})
      throw again
    })
  } finally {
    wanted -= 1
    cameAt = performance.now()
  }
}
