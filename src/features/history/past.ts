import type { KeptMoment, Moment } from './historyCalls.ts'

/** A past state of the project, with when it was and, where it has one, its name. */
export interface Past<Of = Moment> {
  moment: Of
  at: number
  name?: string
}

/** What can be done with one. */
export interface Ways {
  canWrite: boolean
  /** Missing for those who may only look. */
  onRestore: ((past: Past<KeptMoment>) => void) | undefined
  onOpen: (past: Past) => void
}
