/** An answer that waits is begun by others too: there is one to a question and a source, so its words come behind theirs, in their answer. */
import { type Change, type Insert, mapChanges } from '../../../../src/model/change.ts'
import type { AnyRow } from '../../../../src/model/schema.ts'
import { parseHtml, type RichText, toHtml } from '../../../../src/model/text/richText.ts'
import { editsBetween, isOfAnswer } from './answerTexts.ts'
import type { Ground, Rule } from './rule.ts'
import { joinSame, sameRow } from './sameNames.ts'

export const sameAnswer: Rule = {
  name: 'sameAnswer',
  open: (ground) => ({
    seesTheirs: (effect) => {
      if (effect.op === 'insert' && isOfAnswer(effect)) join(ground, effect.row)
    },
  }),
  // It is in theirs since that came, and goes again as it stands here.
  onRefusal: ({ intent }, { kind }) =>
    kind === 'answerExists' && !intent.some((change) => change.op === 'insert' && isOfAnswer(change)) ? {} : null,
}

const isSame =
  ({ id, sourceId, questionId }: AnyRow) =>
  (change: Change): change is Insert =>
    change.op === 'insert' &&
    isOfAnswer(change) &&
    change.id !== id &&
    change.row.sourceId === sourceId &&
    change.row.questionId === questionId

function join(ground: Ground, theirs: AnyRow): void {
  const { waiting, showWhole } = ground
  const at = waiting.steps.findIndex(({ intent }) => intent.some(isSame(theirs)))
  const intent = waiting.steps[at]?.intent ?? []
  const own = intent.find(isSame(theirs))
  if (!own) return
  const [before, words] = [parseHtml(theirs.answer as string), parseHtml(own.row.answer as string)]
  const both = behind(before, words)
  const ours = { ...theirs, id: own.id }
  const from = intent.indexOf(own) + 1
  const then = mapChanges(intent.slice(from), editsBetween(words, both, ours))
  waiting.mean(at, [...intent.slice(0, from), ...editsBetween(before, both, ours), ...then.changes])
  waiting.move(at + 1, then.over)
  joinSame(ground, sameRow('question_answers', own.id, theirs.id as number))
  showWhole(theirs.id as number)
}

/** The same words stand there once. */
function behind(before: RichText, words: RichText): RichText {
  const [first, second] = [toHtml(before), toHtml(words)]
  return parseHtml(first === second ? first : first + second)
}
