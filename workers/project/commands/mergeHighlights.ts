/**
 * Gives all highlights of one quirk to another. Where they overlap those of the same author and answer, all that hang
 * together become one that spans them, and of those that came the first in the text stays.
 *
 * Set-wise: one statement moves them, one reads both quirks' highlights in the order of the texts, one sweep finds what
 * hangs together. Like moving them one by one (`mergeMoved`), at a hundredth of the statements.
 */
import { overlaps, type Span, spanning } from '../../../src/model/text/span.ts'
import type { Tx } from '../tx.ts'

interface Placed extends Span {
  id: number
  quirkId: number
}

/** Highlights that hang together by overlapping, whoever's quirk they are. */
interface Island {
  span: Span
  placed: Placed[]
}

export function mergeHighlights(tx: Tx, from: number, into: number): void {
  const islands: Island[] = []
  /** The last island of each author in the answer being read. */
  let open = new Map<string, Island>()
  let here = ''
  tx.db.each(
    `SELECT sourceId, questionId, start, length, id, quirkId, author FROM highlights
WHERE quirkId IN (?, ?) AND length > 0 ORDER BY sourceId, questionId, start, length, id`,
    [from, into],
    (row) => {
      const answer = `${row.number(0)} ${row.number(1)}`
      if (answer !== here) open = new Map()
      here = answer
      const placed = { start: row.number(2), length: row.number(3), id: row.number(4), quirkId: row.number(5) }
      const author = row.text(6)
      const last = open.get(author)
      if (last && overlaps(last.span, placed)) {
        last.span = spanning([last.span, placed])
        last.placed.push(placed)
        return
      }
      const island = { span: { start: placed.start, length: placed.length }, placed: [placed] }
      open.set(author, island)
      islands.push(island)
    },
  )
  tx.db.run('UPDATE OR FAIL highlights SET quirkId = ? WHERE quirkId = ?', [into, from])
  const gone: number[] = []
  for (const { span, placed } of islands) {
    const kept = placed.find(({ quirkId }) => quirkId === from)
    if (!kept || placed.length === 1) continue
    tx.update('highlights', kept.id, { ...span })
    for (const { id } of placed) if (id !== kept.id) gone.push(id)
  }
  tx.remove('highlights', gone)
}
