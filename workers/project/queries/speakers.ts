/** Who speaks in the texts, where they are transcripts: the labels that begin their paragraphs. */
import type { AnalysisArgs, AnalysisValue } from '../../../src/model/queries.ts'
import { leastTurns, speakerLabels } from '../../../src/model/rules/speakerLabels.ts'
import type { Db } from '../../../wasm/db.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

const most = 50
const textsAtOnce = 16

/** Those who speak most first. */
export function* speakers(
  _kernels: Kernels,
  db: Db,
  _asked: AnalysisArgs<'speakers'>,
): Slices<AnalysisValue<'speakers'>> {
  const turns = new Map<string, number>()
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const read = db.all<{ answerId: number; text: string }>(
      'SELECT answerId, text FROM answer_texts WHERE answerId > ? AND text IS NOT NULL ORDER BY answerId LIMIT ?',
      [after, textsAtOnce],
    )
    for (const { text } of read) for (const name of speakerLabels(text)) turns.set(name, (turns.get(name) ?? 0) + 1)
    const last = read.at(-1)
    if (!last) break
    after = last.answerId
    yield
  }
  const names = [...turns].filter(([, count]) => count >= leastTurns).sort((a, b) => b[1] - a[1])
  return { names: names.slice(0, most).map(([name]) => name) }
}
