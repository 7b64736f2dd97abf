/** Which passages of the list are chosen, over its whole length: ranges go by the worker's list of ids, not by the rows that are drawn. */
import { useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuotesAsked } from '../../model/queries.ts'
import { idsOf } from './gatherQuoteFile.ts'
import { noChoice, type QuoteChoice, ranged, stillListed, toggled } from './quoteChoice.ts'

export interface ChosenQuotes {
  choice: QuoteChoice
  set(choice: QuoteChoice): void
  toggle(id: number): void
  /** To this passage, from where the range began or else from `from`. */
  range(to: number, from: number): Promise<void>
  /** The range goes on to the row at this index. */
  extend(from: number, toIndex: number): Promise<void>
  /** All that are listed, in their order. */
  ids(): Promise<Float64Array>
}

export function useChosenQuotes(asked: QuotesAsked | null, total: number | undefined): ChosenQuotes {
  const project = useProject()
  const [choice, set] = useState<QuoteChoice>(noChoice)
  const key = asked && JSON.stringify(asked)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const ids = async (): Promise<Float64Array> => {
    stop.current ??= new AbortController()
    if (key === null) return new Float64Array()
    const found = await idsOf(project, JSON.parse(key) as QuotesAsked, stop.current.signal)
    return isProblem(found) ? new Float64Array() : found.ok
  }
  const latest = useRef(ids)
  latest.current = ids

  const isNamed = choice.named.size > 0
  // What is listed no more is not chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list, not of the choice
  useEffect(() => {
    if (!isNamed) return
    void latest.current().then(
      (all) => set((before) => stillListed(before, all)),
      () => {},
    )
  }, [key, total])

  return {
    choice,
    set,
    toggle: (id) => set((before) => toggled(before, id)),
    range: async (to, from) => {
      const all = await ids()
      set((before) => ranged(before, all, to, from))
    },
    extend: async (from, toIndex) => {
      const all = await ids()
      const to = all[toIndex]
      if (to !== undefined) set((before) => ranged(before, all, to, from))
    },
    ids,
  }
}
