/** Who speaks in the texts, where they are transcripts: the labels that begin their paragraphs. */
import type { AnalysisArgs, AnalysisValue } from '../../../src/model/queries.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

const most = 50

/** Those who speak most first. */
export function* speakers(
  kernels: Kernels,
  _db: Db,
  _asked: AnalysisArgs<'speakers'>,
): Slices<AnalysisValue<'speakers'>> {
  return { names: (yield* kernels.speakers()).slice(0, most) }
}
