/** For whom work is done that costs, and whether they still wait for it. */
export interface Asker {
  /** Their id. */
  person: string
  /** Aborted when whoever asked has left. */
  signal?: AbortSignal
}

export const askerOf = ({ id }: { id: string }, { signal }: Request): Asker => ({ person: id, signal })
