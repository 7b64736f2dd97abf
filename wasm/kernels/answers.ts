/** Where each answer stands, in the order of sources and questions: what columns and texts have in common. Kept by what is done. */
import type { Effect } from '../../src/model/change.ts'
import type { Db } from '../database/db.ts'

export interface AnswerPlace {
  id: number
  sourceId: number
  questionId: number
}

export interface Answers {
  get(id: number): AnswerPlace | undefined
  /** The answer at this place, if there is one. */
  at(sourceId: number, questionId: number): AnswerPlace | undefined
  /** All, by source and question. */
  inOrder(): readonly AnswerPlace[]
  keep(effects: readonly Effect[]): void
}

const key = (sourceId: number, questionId: number): string => `${sourceId} ${questionId}`

export const inPlaceOrder = (
  a: { sourceId: number; questionId: number },
  b: { sourceId: number; questionId: number },
): number => a.sourceId - b.sourceId || a.questionId - b.questionId

export function openAnswers(db: Db): Answers {
  const byId = new Map<number, AnswerPlace>()
  const byPlace = new Map<string, AnswerPlace>()
  let ordered: AnswerPlace[] | null = null
  const add = (answer: AnswerPlace) => {
    byId.set(answer.id, answer)
    const place = key(answer.sourceId, answer.questionId)
    // A damaged file may have two answers at a place: its first one counts.
    if (!byPlace.has(place)) byPlace.set(place, answer)
    ordered = null
  }
  const drop = (id: number) => {
    const answer = byId.get(id)
    if (!answer) return
    byId.delete(id)
    const place = key(answer.sourceId, answer.questionId)
    if (byPlace.get(place) === answer) byPlace.delete(place)
    ordered = null
  }
  db.each('SELECT id, sourceId, questionId FROM question_answers ORDER BY sourceId, questionId, id', [], (row) =>
    add({ id: row.number(0), sourceId: row.number(1), questionId: row.number(2) }),
  )
  return {
    get: (id) => byId.get(id),
    at: (sourceId, questionId) => byPlace.get(key(sourceId, questionId)),
    inOrder: () => {
      ordered ??= [...byId.values()].sort((a, b) => inPlaceOrder(a, b) || a.id - b.id)
      return ordered
    },
    keep: (effects) => {
      for (const effect of effects) {
        if (effect.op === 'edit' || effect.table !== 'question_answers') continue
        const id = effect.id as number
        if (effect.op === 'remove') drop(id)
        else if (effect.op === 'insert')
          add({ id, sourceId: effect.row.sourceId as number, questionId: effect.row.questionId as number })
        else if ('sourceId' in effect.set || 'questionId' in effect.set) {
          const { sourceId, questionId } = { ...(byId.get(id) as AnswerPlace), ...effect.set }
          drop(id)
          add({ id, sourceId: Number(sourceId), questionId: Number(questionId) })
        }
      }
    },
  }
}
