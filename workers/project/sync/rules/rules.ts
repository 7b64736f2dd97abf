/** All rules, in the order in which they are asked. A new one is a file beside this, a line here, one in the README's table and a case in `rules.test.ts`. */
import type { Change, Touched } from '../../../../src/model/change.ts'
import type { Problem } from '../../../../src/model/problems.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import type { PendingStep } from '../../pending/pending.ts'
import { begunApart } from './begunApart.ts'
import { bothTexts } from './bothTexts.ts'
import { cellsTwice } from './cellsTwice.ts'
import { mergedQuirks } from './mergedQuirks.ts'
import { removedText } from './removedText.ts'
import { returnedText } from './returnedText.ts'
import type { Ground, Hooks, OtherWay, Rule } from './rule.ts'
import { sameAnswer } from './sameAnswer.ts'
import { sameNames } from './sameNames.ts'
import { tooDeep } from './tooDeep.ts'

export const rules: readonly Rule[] = [
  mergedQuirks,
  removedText,
  returnedText,
  sameNames,
  sameAnswer,
  begunApart,
  tooDeep,
  bothTexts,
  cellsTwice,
]

/** What all of them do, one after the other. */
export function openRules(ground: Ground): Required<Hooks> {
  const hooks = rules.flatMap((rule) => rule.open?.(ground) ?? [])
  return {
    notes: (effects, author) => {
      for (const hook of hooks) hook.notes?.(effects, author)
    },
    seesTheirs: (effect, author) => {
      for (const hook of hooks) hook.seesTheirs?.(effect, author)
    },
    beforeRedo: (intent, step) => hooks.reduce((now, hook) => hook.beforeRedo?.(now, step) ?? now, intent),
    tells: () => hooks.flatMap((hook) => hook.tells?.() ?? []),
  }
}

/** How a refused step can still be done; null: in no way. */
export function otherWay(refused: PendingStep, problem: Problem, db: Db): OtherWay | null {
  for (const rule of rules) {
    const way = rule.onRefusal?.(refused, problem, db)
    if (way) return way
  }
  return null
}

export const isSetAside = ({ kind }: Problem): boolean => rules.some(({ setsAside }) => setsAside?.has(kind))

export const meetByRule = (theirs: Touched, ours: readonly Change[]): boolean =>
  rules.some((rule) => rule.meets?.(theirs, ours))
