/** What a project wants where what waits here meets what others have done: the shape of one rule. The list of all is in `rules.ts`. */
import type { Change, Edit, Effect, Touched } from '../../../../src/model/change.ts'
import type { Problem } from '../../../../src/model/problems.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import type { PendingStep } from '../../pending/pending.ts'
import type { Waiting } from '../waiting.ts'
import type { Meanwhile } from './meanwhile.ts'

export interface Rule {
  /** As the table of the README calls it. */
  readonly name: string
  /** What it does while what waits is brought onto the room's order, once; it may keep in mind what it has seen. */
  open?(ground: Ground): Hooks
  /** How a step can still be done that the room has refused; null: that is not for this rule to say. */
  onRefusal?(refused: PendingStep, problem: Problem, db: Db): OtherWay | null
  /** Where there is no other way: what is refused for these is set aside for its author. */
  readonly setsAside?: ReadonlySet<Problem['kind']>
  /** Whether what others do is for what waits, though they touch no row and no text in common. */
  meets?(theirs: Touched, ours: readonly Change[]): boolean
}

export interface Hooks {
  /** What another has done. Nothing that waits may be read here: it may be large, and far from that. */
  notes?(effects: readonly Effect[], author: string): void
  /**
   * One thing that another has done, before what waits is moved over it. `author`: null where it is of a step of ours that has been set
   * aside meanwhile.
   */
  seesTheirs?(effect: Effect, author: string | null): void
  /** What the step is to do, which was to do this; asked of each in turn, right before it is done again. */
  beforeRedo?(intent: Change[], step: PendingStep): Change[]
  /** What its person is to know, once all is done again. */
  tells?(): Meanwhile[]
}

/** What a rule stands on. */
export interface Ground {
  /** While others' things are seen: as it is without what waits. */
  readonly db: Db
  readonly waiting: Waiting
  /** Edits of what is shown here. */
  show(edits: readonly Edit[]): void
  /** Edits cannot tell how this text is shown from now on. */
  showWhole(answerId: number): void
  /** What this was about is gone, and nothing of it is done. */
  tellGone(intent: readonly Change[]): void
}

export interface OtherWay {
  /** Changes what waits, of which the refused one is at `at`. Left out: it has become something else here since it was sent. */
  amend?(ground: Ground, at: number): void
  /** What its person is told all the same. */
  problem?: Problem
}
