/**
 * What waits on a quirk that others have merged goes where they have put the rest, and back with it. Of what is under way the room takes nothing
 * where all of it is on that quirk, so that it is sent again; else it takes the other part, as it was sent.
 */
import type { Change, Effect } from '../../../../src/model/change.ts'
import { handedBack, handedOver, type Merge, mergesIn } from '../../../../wasm/database/quirkMerges.ts'
import { isOtherwise } from '../../pending/pending.ts'
import type { Meanwhile } from './meanwhile.ts'
import type { Ground, Rule } from './rule.ts'

export const mergedQuirks: Rule = {
  name: 'mergedQuirks',
  open: (ground) => {
    /** By the quirk that was merged. */
    const wentAlong = new Map<number, Meanwhile>()
    return {
      seesTheirs: (effect, author) => {
        for (const merge of mergesIn([effect])) {
          const n = goAlong(ground, merge)
          const told = n > 0 && author !== null && wordsOf(ground, merge, effect, n, author)
          if (told) wentAlong.set(merge.source, told)
        }
        if (effect.op !== 'insert' || effect.table !== 'quirks') return
        wentAlong.delete(effect.id as number)
        goBack(ground, effect.id as number)
      },
      tells: () => [...wentAlong.values()],
    }
  },
  // What lay on a quirk that was merged lies on another since.
  onRefusal: (refused, { kind }, db) => (kind === 'parentRemoved' && isOtherwise(db, refused) ? {} : null),
  // What went along is for the quirk once that is there again.
  meets: ({ rows }, ours) =>
    ours.some((change) => 'from' in change && change.from.some((id) => rows.get('quirks')?.has(id))),
}

/** Returns how many new passages went along. */
function goAlong({ waiting }: Ground, merge: Merge): number {
  // Who has brought the quirk back here, or removed the other, means something else.
  if (waiting.steps.some(({ intent }) => intent.some((change) => ends(change, merge)))) return 0
  let n = 0
  for (const [at, step] of waiting.steps.entries()) {
    const intent = step.intent.map((change) => handedOver(change, merge))
    const moved = intent.filter((change, i) => change !== step.intent[i])
    if (step.push !== null && moved.length < intent.length) continue
    n += moved.filter((change) => change.op === 'insert' && change.table === 'highlights').length
    waiting.mean(at, intent)
  }
  return n
}

const ends = (change: Change, { source, target }: Merge): boolean =>
  change.op !== 'edit' &&
  change.table === 'quirks' &&
  ((change.op === 'insert' && change.id === source) ||
    (change.op === 'remove' && change.id === target && change.into === undefined))

function wordsOf({ db }: Ground, { target }: Merge, effect: Effect, n: number, author: string): Meanwhile | null {
  const into = db.one<{ title: string }>('SELECT title FROM quirks WHERE id = ?', [target])?.title
  if (effect.op !== 'remove' || into === undefined) return null
  return { kind: 'wentAlong', title: String(effect.row.title), into, n, author }
}

/** A quirk is there again. */
function goBack({ db, waiting }: Ground, quirkId: number): void {
  for (const [at, step] of waiting.steps.entries()) {
    const intent = step.intent.map((change) => handedBack(change, quirkId))
    if (step.push === null || isOtherwise(db, step)) waiting.mean(at, intent)
  }
}
