/**
 * Reads what questions to the whole project are made of (columns, texts, words) when nobody asks anything, so that the first look at a view
 * need not wait for it. Once for each opening: what is read then is kept in step.
 */
import type { Analyses } from './analyses.ts'
import type { Rest } from './checkInIdle.ts'

/** What is shown after the opening has been asked for. In ms. */
const quiet = 400

/** Returns the function that ends it. */
export function warmInIdle(
  analyses: Pick<Analyses, 'warm'>,
  { after, quietFor }: Rest,
  failed: (error: unknown) => void,
): () => void {
  let ended = false
  let stop = () => {}
  const isQuiet = () => quietFor() >= quiet && !ended
  const step = () => {
    stop = after(quiet, () => {
      if (!isQuiet()) return step()
      analyses.warm(isQuiet).then((done) => done || ended || step(), failed)
    })
  }
  step()
  return () => {
    ended = true
    stop()
  }
}
