/**
 * Opens the texts of a protected copy one after the other when nobody asks anything: later nobody waits for them, and what does not open is
 * known. Whoever needs one before gets it then (`wasm/database/sealedTexts.ts`).
 */
import type { Db } from '../../../wasm/database/db.ts'
import type { Rest } from './checkInIdle.ts'

/** What is shown after the opening has been asked for; then others get their turn after each stretch. In ms. */
const quiet = 400
const pause = 10
export const stretch = 8

/** Returns the function that ends it. */
export function openInIdle(db: Db, { after, quietFor }: Rest, failed: (error: unknown) => void): () => void {
  let isOver = false
  let stop = () => {}
  const step = (wait: number) => {
    if (isOver) return
    stop = after(wait, () => {
      if (quietFor() < quiet) return step(quiet)
      try {
        if (openFor(db, stretch)) void ahead().then(() => step(pause), failed)
      } catch (error) {
        failed(error)
      }
    })
  }
  const ahead = async () => db.openAhead?.()
  if (db.openMore) step(quiet)
  return () => {
    isOver = true
    stop()
  }
}

/** At least one text, and no more once the time is over. Whether there are more. */
export function openFor(db: Db, milliseconds: number): boolean {
  const until = performance.now() + milliseconds
  for (;;) {
    if (!db.openMore?.(1)) return false
    if (performance.now() > until) return true
  }
}
