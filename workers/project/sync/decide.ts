/** Doing what the room has decided: everything of it in one transaction, then the watches and the person are told. */

import { type Edit, editsOf } from '../../../src/model/change.ts'
import { changesOf } from '../../../src/model/operations.ts'
import type { Problem } from '../../../src/model/problems.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { setMeta } from '../../../wasm/database/meta.ts'
import type { Touched } from '../live/touched.ts'
import { type PendingStep, removePending } from '../pending/pending.ts'
import { addSetAside } from '../setAside/setAside.ts'
import { watchTakenAlong } from '../setAside/takenAlong.ts'
import type { Steps } from '../steps.ts'
import type { GoneRows } from './goneRows.ts'
import { type Decision, type Rebased, rebase } from './rebase.ts'
import type { Meanwhile } from './rules/meanwhile.ts'

export interface DecidingOptions {
  onChange: () => void
  onProblem: (problem: Problem) => void
  /** Edits that the room has taken, in its order and as it took them; the copy has them already. */
  onPassed?: ((edits: readonly Edit[]) => void) | undefined
  /** What waits has met what others did, and its person is to know. */
  onMeanwhile?: ((meanwhile: Meanwhile) => void) | undefined
  onBug: (error: unknown) => void
  /** Of a protected project: what goes to the room is sealed, what comes from it opened. */
  sealing?: Sealing | undefined
}

export interface Decided {
  decisions: readonly Decision[]
  /** Up to which event of the room's log the copy then is. */
  head: number
  /** Steps that the room has taken just as they were done here. */
  confirmed?: readonly PendingStep[]
  /** What else goes into the transaction, at its end. */
  last?: () => void
}

export type Decide = (decided: Decided) => void

/** `tell`: of the steps of the copy. */
export function openDeciding(
  db: Db,
  { journal, tell }: Pick<Steps, 'journal' | 'tell'>,
  gone: GoneRows,
  options: DecidingOptions,
): Decide {
  const writeDown = ({ decisions, head, confirmed = [], last }: Decided): Rebased | null => {
    for (const { id } of confirmed) confirm(db, id)
    setMeta(db, 'head', head)
    const takenAlong = watchTakenAlong(db, decisions)
    const rebased = decisions.length > 0 ? rebase(db, journal, decisions, gone, options.sealing) : null
    addSetAside(db, takenAlong())
    last?.()
    return rebased
  }

  /** After the commit: nothing here may throw. */
  const tellPassed = (edits: readonly Edit[]) => {
    try {
      if (edits.length > 0) options.onPassed?.(edits)
    } catch (error) {
      options.onBug(error)
    }
  }

  return (decided) => {
    const rebased = lightly(db, () => writeDown(decided))
    const { decisions, confirmed = [] } = decided
    tellPassed([...confirmed.flatMap(({ edits }) => edits), ...decisions.flatMap(editsTaken)])
    if (!rebased) {
      options.onChange()
      return
    }
    tell(rebased.effects, textsOf(rebased))
    for (const problem of rebased.problems) options.onProblem(problem)
    for (const one of rebased.meanwhile) options.onMeanwhile?.(one)
  }
}

/** What the room has can be had again: its decisions need not be on the disk before they are shown. */
function lightly<T>(db: Db, body: () => T): T {
  db.durability('normal')
  try {
    return db.transaction(body)
  } finally {
    db.durability('full')
  }
}

const confirm = (db: Db, step: number): void => {
  removePending(db, step)
  db.run('UPDATE _history SET step = NULL WHERE step = ?', [step])
}

/** What the watches of texts hear. */
function textsOf({ shown, authors, whole }: Rebased): Touched['texts'] {
  const texts: Touched['texts'] = new Map()
  for (const edit of shown.filter(({ asleep }) => !asleep))
    texts.set(edit.answerId, {
      edits: [...(texts.get(edit.answerId)?.edits ?? []), edit],
      session: null,
      by: authors.get(edit.answerId) ?? null,
    })
  for (const answerId of whole) texts.set(answerId, { edits: null, session: null, by: null })
  return texts
}

/** Without reading the rows of what may be a large import. */
const editsTaken = (decision: Decision): Edit[] =>
  'operations' in decision ? editsOf(changesOf(decision.operations.filter(({ args }) => args.edit))) : []
