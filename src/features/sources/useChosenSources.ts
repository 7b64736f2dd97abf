/** Which sources of a list are chosen, over its whole length: ranges and all go by the worker's list of ids, not by the rows that are drawn. */
import { useEffect, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import type { SourcesAsked } from '../../model/queries.ts'
import { type Choice, noChoice, ranged, stillListed, toggled, wholeList } from './choice.ts'

export interface ChosenSources {
  ids: ReadonlySet<number>
  toggle(id: number): void
  /** To this source, from where the range began or else from `from`. */
  range(to: number, from?: number): void
  /** The range goes on to the row at this index. */
  extend(from: number, toIndex: number): void
  all(): void
  clear(): void
  /** In the order of the list. */
  inOrder(): Promise<number[]>
}

export function useChosenSources(asked: SourcesAsked): ChosenSources {
  const project = useProject()
  const [choice, setChoice] = useState<Choice>(noChoice)
  const key = JSON.stringify(asked)
  const isAny = choice.ids.size > 0

  useEffect(() => {
    if (!isAny) return
    return project.watch('sourceIds', JSON.parse(key) as SourcesAsked, ({ value }) =>
      setChoice((before) => stillListed(before, value)),
    )
  }, [project, key, isAny])

  // What is asked for may come out of a proxy, which cannot be sent.
  const listed = async (): Promise<number[]> => (await project.ask('sourceIds', JSON.parse(key) as SourcesAsked)).value
  const change = async (next: (before: Choice, ids: readonly number[]) => Choice) => {
    const ids = await listed()
    setChoice((before) => next(before, ids))
  }
  return {
    ids: choice.ids,
    toggle: (id) => setChoice((before) => toggled(before, id)),
    range: (to, from) => void change((before, ids) => ranged(before, ids, to, from)),
    extend: (from, toIndex) =>
      void change((before, ids) => {
        const to = ids[toIndex]
        return to === undefined ? before : ranged(before, ids, to, from)
      }),
    all: () => void change((_, ids) => wholeList(ids)),
    clear: () => setChoice(noChoice),
    inOrder: async () => (await listed()).filter((id) => choice.ids.has(id)),
  }
}
