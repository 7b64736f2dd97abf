/** Codes never drift: each highlight covers just the surviving letters that it covered before. `npm run prove -- drift` runs thousands. */
import { afterAll, describe, expect, it } from 'vitest'
import { type Drifted, driftOnce, type Way } from './driftCase.ts'

/**
 * Seeds in which a fault shows that the program once had: words deleted and brought back within one commit; what a local undo has given back,
 * and an older post; taken back, done again and taken back; an edit without effect, in a step that is done again on top of others. With undo among
 * several: words that come back on the wrong side of others'; that come back though others had deleted them too, or twice; a highlight that is not
 * on what was chosen while some of it was away; one that loses what others have given back to it, or goes with words in whose place its own come back; one
 * that comes back though it had gone before; words that come back again under another name, or in another order; words typed in a text that was empty for a while;
 * what two have put in changing sides once all between is gone.
 */
const kept: Record<Way, number[]> = {
  alone: [50, 240, 311],
  'at once': [8, 35],
  'at once, with undo': [10, 11, 20, 22, 37, 44, 52, 65, 92, 149, 193, 505, 826, 943, 1317],
}
const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 1)

describe.each(Object.keys(kept) as Way[])('codes never drift: %s', (way) => {
  const total: Partial<Drifted> = {}
  const seeds = [...kept[way], ...Array.from({ length: count }, (_, i) => first + i)]

  it.each(seeds)(
    'seed %i',
    (seed) => {
      for (const [what, n] of Object.entries(driftOnce(seed, way)) as [keyof Drifted, number][])
        total[what] = (total[what] ?? 0) + n
    },
    20_000,
  )

  afterAll(() => {
    // A fuzz that did nothing proves nothing.
    if (count < 10) return
    const done: (keyof Drifted)[] = ['edits', 'sessions', 'concurrent', 'gone', 'emptied', 'highlights', 'replacedAll']
    if (way !== 'at once') done.push('undone')
    if (way === 'at once, with undo') done.push('survivors')
    for (const what of done) expect(total[what], what).toBeGreaterThan(0)
  })
})
