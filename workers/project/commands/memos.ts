/** Notes on passages. */
import { canonicalText } from '../../../src/model/text/richText.ts'
import type { Handler } from '../tx.ts'
import { needInside } from './highlights.ts'
import { needAnswer } from './texts.ts'

export const createMemo: Handler<'createMemo'> = (tx, { sourceId, questionId, start, length, content }) => {
  if (start === 0 && length === 0) needAnswer(tx, sourceId, questionId)
  else needInside(tx, sourceId, questionId, { start, length })
  const id = tx.newId()
  tx.insert('memos', {
    id,
    sourceId,
    questionId,
    start,
    length,
    content: canonicalText(content),
    author: tx.author,
    timestamp: tx.now,
  })
  return id
}

export const updateMemo: Handler<'updateMemo'> = (tx, { memoId, content, start, length }) => {
  const memo = tx.need('memos', memoId, { kind: 'memoNotFound' })
  const span = { start: start ?? memo.start, length: length ?? memo.length }
  if (start !== undefined || length !== undefined) needInside(tx, memo.sourceId, memo.questionId, span)
  tx.update('memos', memoId, { ...span, ...(content !== undefined && { content: canonicalText(content) }) })
}

export const removeMemos: Handler<'removeMemos'> = (tx, { memoIds }) => {
  for (const id of memoIds) tx.need('memos', id, { kind: 'memoNotFound' })
  tx.remove('memos', memoIds)
}
