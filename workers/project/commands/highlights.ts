/** Passages attached to quirks. */
import type { PassagePlace } from '../../../src/model/commands.ts'
import { refuse } from '../../../src/model/problems.ts'
import type { Highlight } from '../../../src/model/schema.ts'
import { islands, overlaps, type Span, swallow, without } from '../../../src/model/text/span.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import type { Handler, Tx } from '../tx.ts'
import { needAnswer } from './texts.ts'

/** Overlapping ones of the same author, quirk and answer become one that spans them; the oldest stays. */
export const createHighlight: Handler<'createHighlight'> = (tx, { sourceId, questionId, quirkId, start, length }) => {
  tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  needInside(tx, sourceId, questionId, { start, length })
  const others = rivals(tx, { sourceId, questionId, quirkId, author: tx.author })
  const { span, swallowed } = swallow({ start, length }, others)
  const [kept, ...rest] = swallowed.map((i) => (others[i] as Highlight).id).toSorted((a, b) => a - b)
  if (kept === undefined) {
    const id = tx.newId()
    tx.insert('highlights', { id, sourceId, questionId, quirkId, ...span, author: tx.author, timestamp: tx.now })
    return id
  }
  tx.update('highlights', kept, span)
  tx.remove('highlights', rest)
  return kept
}

/** As `createHighlight` one by one; each text and what lies on it is read once. */
export const createHighlights: Handler<'createHighlights'> = (tx, { quirkId, passages }) => {
  tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  let count = 0
  for (const placed of Map.groupBy(passages, ({ sourceId, questionId }) => `${sourceId} ${questionId}`).values()) {
    const { sourceId, questionId } = placed[0] as PassagePlace
    const textLength = lengthOf(tx, sourceId, questionId)
    for (const passage of placed) refuseOutside(passage, textLength)
    const others = rivals(tx, { sourceId, questionId, quirkId, author: tx.author })
    const fresh = placed.map(({ start, length }) => ({ start, length }))
    for (const { span, indices } of islands([...others, ...fresh])) {
      const ids = indices.flatMap((i) => others[i]?.id ?? []).toSorted((a, b) => a - b)
      if (ids.length < indices.length) count += 1
      else continue
      const [kept, ...rest] = ids
      if (kept === undefined) {
        const row = { sourceId, questionId, quirkId, ...span, author: tx.author, timestamp: tx.now }
        tx.insert('highlights', { id: tx.newId(), ...row })
        continue
      }
      tx.update('highlights', kept, span)
      tx.remove('highlights', rest)
    }
  }
  return count
}

const rivals = (tx: Tx, of: Pick<Highlight, 'sourceId' | 'questionId' | 'quirkId' | 'author'>): Highlight[] =>
  tx.db.all<Highlight>(
    'SELECT * FROM highlights WHERE sourceId = ? AND questionId = ? AND quirkId = ? AND author = ?',
    [of.sourceId, of.questionId, of.quirkId, of.author],
  )

/** The stretch holds at least one unit and lies within the answer's text. */
export function needInside(tx: Tx, sourceId: number, questionId: number, span: Span): void {
  refuseOutside(span, lengthOf(tx, sourceId, questionId))
}

const lengthOf = (tx: Tx, sourceId: number, questionId: number): number => textAt(tx, sourceId, questionId).length

const textAt = (tx: Tx, sourceId: number, questionId: number): string =>
  textOf(tx.db, needAnswer(tx, sourceId, questionId).id) ?? ''

export function refuseOutside({ start, length }: Span, textLength: number): void {
  if (length <= 0) refuse({ kind: 'emptySelection' })
  if (start < 0 || !Number.isSafeInteger(start) || !Number.isSafeInteger(length) || start + length > textLength)
    refuse({ kind: 'outsideText', start, length, textLength })
}

export const updateHighlight: Handler<'updateHighlight'> = (tx, { highlightId, start, length, quirkId }) => {
  const highlight = tx.need('highlights', highlightId, { kind: 'highlightNotFound' })
  const span = { start: start ?? highlight.start, length: length ?? highlight.length }
  if (start !== undefined || length !== undefined) needInside(tx, highlight.sourceId, highlight.questionId, span)
  if (quirkId !== undefined) tx.need('quirks', quirkId, { kind: 'quirkNotFound' })
  tx.update('highlights', highlightId, { ...span, ...(quirkId !== undefined && { quirkId }) })
  mergeMoved(tx, [highlightId])
}

/** Highlights that have come to another quirk or stretch become one with those that they now overlap. */
export function mergeMoved(tx: Tx, ids: readonly number[]): void {
  for (const id of ids) {
    const row = tx.db.one<Highlight>('SELECT * FROM highlights WHERE id = ?', [id])
    if (!row) continue
    const others = rivals(tx, row).filter((other) => other.id !== id)
    const { span, swallowed } = swallow(row, others)
    if (swallowed.length === 0) continue
    tx.update('highlights', id, span)
    tx.remove(
      'highlights',
      swallowed.map((i) => (others[i] as Highlight).id),
    )
  }
}

/** Out of its middle only by its author: what stands behind the words becomes a highlight of its own, which bears the name of whoever makes it. */
export const cutHighlight: Handler<'cutHighlight'> = (tx, { highlightId, start, length }) => {
  const highlight = tx.need('highlights', highlightId, { kind: 'highlightNotFound' })
  const text = textAt(tx, highlight.sourceId, highlight.questionId)
  const words = { start, length }
  refuseOutside(words, text.length)
  if (!overlaps(highlight, words)) return
  const [first, second] = without(highlight, words, text)
  if (second && highlight.author !== tx.author) refuse({ kind: 'foreignAuthor' })
  if (first) tx.update('highlights', highlightId, first)
  else tx.remove('highlights', [highlightId])
  if (second) tx.insert('highlights', { ...highlight, id: tx.newId(), ...second })
}

export const removeHighlights: Handler<'removeHighlights'> = (tx, { highlightIds }) => {
  for (const id of highlightIds) tx.need('highlights', id, { kind: 'highlightNotFound' })
  tx.remove('highlights', highlightIds)
}
