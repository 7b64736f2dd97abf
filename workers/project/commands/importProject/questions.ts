/**
 * Which question of the project is each of the file's? The same words are the same question. One alone is the one that is asked for, or the
 * project's only one. Where that one has no words and the file's has, it is a question of its own, so that its words are not lost, unless
 * all of the file's sources are there already, with these texts.
 */
import type { ProjectImported } from '../../../../src/model/commands.ts'
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import { inOrder } from '../../../../src/model/rules/questionOrder.ts'
import type { Question } from '../../../../src/model/schema.ts'
import { cleanLine } from '../../../../src/model/text/richText.ts'
import type { Tx } from '../../tx.ts'
import { createQuestion, updateQuestion } from '../questions.ts'
import { firstQuestion } from '../sources.ts'
import type { Ids } from './importProject.ts'
import { areThere } from './sources.ts'

export interface AddedQuestions {
  ids: Ids
  added: number
  under: ProjectImported['under']
}

export function addQuestions(tx: Tx, rows: ProjectRows, questionId: number | undefined): AddedQuestions {
  if (questionId !== undefined) tx.need('questions', questionId, { kind: 'questionNotFound' })
  const theirs = inOrder(rows.questions ?? [])
  const answered = questionId ?? firstQuestion(tx)
  const asked = new Set((rows.question_answers ?? []).map((answer) => answer.questionId))
  const known = tx.db.all<Question>('SELECT * FROM questions ORDER BY questionOrder, id')
  const named = new Map(known.toReversed().map(({ id, question }) => [cleanLine(question), id]))
  // The one question of a project that has no texts yet is not a question that anybody has asked.
  const free = known.length === 1 && known[0]?.question === '' && !tx.db.one('SELECT 1 FROM sources LIMIT 1')
  const words = cleanLine(theirs[0]?.question ?? '')
  const isOnly = known.length === 1 && !free && !named.has(words)
  const isPlain =
    words === '' ||
    questionId !== undefined ||
    (isOnly && (known[0]?.question !== '' || areThere(tx, rows, known[0].id)))
  if (theirs.length === 0 || (theirs.length === 1 && isPlain)) {
    const under = asked.size === 1 ? underOf(tx, words, answered) : null
    return { ids: new Map([...asked].map((id) => [id, answered])), added: 0, under }
  }
  let added = 0
  const ids = theirs.map(({ id, question }, at): [number, number] => {
    const words = cleanLine(question)
    const same = named.get(words)
    if (same !== undefined) return [id, same]
    added += 1
    if (free && at === 0) {
      updateQuestion(tx, { questionId: answered, question: words })
      return [id, answered]
    }
    return [id, createQuestion(tx, { question: words })]
  })
  const [only] = ids
  return { ids: new Map(ids), added, under: only && ids.length === 1 ? underOf(tx, words, only[1]) : null }
}

/** null where there is nothing to tell apart: no words, and one question only. */
function underOf(tx: Tx, asked: string, questionId: number): ProjectImported['under'] {
  const questions = inOrder(tx.db.all<Question>('SELECT * FROM questions'))
  const at = questions.findIndex(({ id }) => id === questionId)
  const question = questions[at]?.question ?? ''
  return asked === '' && question === '' && questions.length < 2 ? null : { asked, question, number: at + 1 }
}
