/** Who speaks, in the texts: their names at the beginning of paragraphs. Highlights, memos and the times of words stay on their words, as with every edit. */
import { refuse } from '../../../src/model/problems.ts'
import { isSpeakerName, labelsIn } from '../../../src/model/rules/analysis/speakerLabels.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import type { Handler } from '../tx.ts'
import { needAnswer, stepOf } from './texts.ts'

export const renameSpeaker: Handler<'renameSpeaker'> = (tx, { from, to, place }) => {
  if (!isSpeakerName(to)) refuse({ kind: 'badRequest', detail: `${to}: no name of who speaks` })
  if (from === to) return 0
  const places = place
    ? [{ id: needAnswer(tx, place.sourceId, place.questionId).id, ...place }]
    : tx.db.all<{ id: number; sourceId: number; questionId: number }>(
        'SELECT id, sourceId, questionId FROM question_answers ORDER BY id',
      )
  let renamed = 0
  for (const [at, { id, sourceId, questionId }] of places.entries()) {
    tx.at(at / places.length)
    const labels = labelsIn(textOf(tx.db, id) ?? '').filter(({ name }) => name === from)
    if (labels.length === 0) continue
    const answer = needAnswer(tx, sourceId, questionId)
    const changes = labels.map(({ nameStart }) => ({ from: nameStart, to: nameStart + from.length, insert: to }))
    tx.edit(answer, [stepOf(readRich(answer.answer), changes)])
    renamed += labels.length
  }
  return renamed
}
