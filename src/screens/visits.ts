/**
 * 1 §2: the history counter. It rises each time the address leads to the path that is shown already, and begins anew at another
 * path: who asks for the same place again gets there again, though nothing in the address has changed.
 */
export interface Visits {
  readonly path: string
  readonly again: number
}

export const nextVisit = (before: Visits, path: string): Visits => ({
  path,
  again: path === before.path ? before.again + 1 : 0,
})
