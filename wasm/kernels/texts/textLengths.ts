/** How long the texts of answers are, in UTF-16 units: counted when first asked for, and kept by effects. */
import type { Effect } from '../../../src/model/change.ts'
import type { Db } from '../../database/db.ts'
import { atAnswers } from '../../database/texts.ts'
import type { Sizes, Slices } from '../slices.ts'

export interface TextLengths {
  /** Counts those that are not known yet; then `of` knows them all. */
  read(answerIds: Iterable<number>): Slices<void>
  /** 0 where there is no text. */
  of(answerId: number): number
  keep(effects: readonly Effect[]): void
}

export function openTextLengths(db: Db, sizes: Sizes): TextLengths {
  const lengths = new Map<number, number>()
  return {
    *read(answerIds) {
      let room = sizes.bytesRead
      for (const answerId of answerIds) {
        if (lengths.has(answerId)) continue
        lengths.set(answerId, 0)
        // The bytes themselves: to decode a text takes longer than to count, and SQLite counts code points.
        atAnswers(db, [answerId]).each(
          'SELECT CAST(text AS BLOB) FROM answer_texts WHERE answerId = ? AND text IS NOT NULL',
          [answerId],
          (row) => {
            const bytes = row.bytes(0)
            lengths.set(answerId, unitsOf(bytes))
            room -= bytes.length
          },
        )
        if (room > 0) continue
        room = sizes.bytesRead
        yield
      }
    },
    of: (answerId) => lengths.get(answerId) ?? 0,
    keep: (effects) => {
      for (const effect of effects)
        if (effect.op === 'edit') lengths.delete(effect.answerId)
        else if (effect.table === 'question_answers') lengths.delete(effect.id as number)
    },
  }
}

/** One for each character that a byte begins, two where it begins one of four bytes. */
function unitsOf(utf8: Uint8Array): number {
  let units = 0
  for (let at = 0; at < utf8.length; at++) {
    const byte = utf8[at] as number
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
  }
  return units
}
