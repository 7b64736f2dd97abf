/** Passages written as text or table by the worker, part after part, so that a million of them hold nobody up and can be given up. */

import type { ProjectHandle } from '../../data/copies/handle.ts'
import { askAnalysis } from '../../data/live/askAnalysis.ts'
import { formatLocale } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { exportWords } from '../../model/exportWords.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import type { QuoteRow, QuotesAsked, QuoteWriting } from '../../model/queries.ts'

/** Written, or fetched to be printed, at once. */
const atOnce = 1000
const rowsAtOnce = 200

/** What takes a while: rejects with the signal's reason when that is aborted. */
export interface Work {
  signal: AbortSignal
  /** 0 to 1. */
  onShare: (share: number) => void
}

type Asks = Pick<ProjectHandle, 'watchAnalysis'>

/** All there are, in their order. */
export async function idsOf(project: Asks, asked: QuotesAsked, signal: AbortSignal): Promise<Result<Float64Array>> {
  const answer = await askAnalysis(project, 'quoteIds', asked, signal)
  return isProblem(answer) ? answer : ok(answer.ok.ids)
}

export async function gatherQuoteFile(
  project: Asks,
  ids: Float64Array,
  writing: QuoteWriting,
  { signal, onShare }: Work,
): Promise<Result<Blob>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = Array.from(ids.subarray(from, from + atOnce))
    const asked = { ids: some, after: from === 0 ? null : (ids[from - 1] ?? null), writing }
    const answer = await askAnalysis(project, 'quoteFile', asked, signal)
    if (isProblem(answer)) return answer
    parts.push(answer.ok.part as Uint8Array<ArrayBuffer>)
    onShare(Math.min(1, (from + some.length) / ids.length))
  }
  return ok(new Blob(parts, { type: `text/${writing.as === 'csv' ? 'csv' : 'plain'};charset=utf-8` }))
}

/** With all their words. */
export async function readQuotes(
  project: Asks,
  ids: Float64Array,
  { signal, onShare }: Work,
): Promise<Result<QuoteRow[]>> {
  const rows: QuoteRow[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const some = Array.from(ids.subarray(from, from + rowsAtOnce))
    const answer = await askAnalysis(project, 'quoteRows', { ids: some }, signal)
    if (isProblem(answer)) return answer
    rows.push(...answer.ok.rows)
    onShare(Math.min(1, (from + some.length) / ids.length))
  }
  return ok(rows)
}

interface WritingAsked {
  as: QuoteWriting['as']
  heading: QuoteWriting['heading']
  questions: boolean
}

/** The words of the interface that stand in the file, and its dates, in the person's language as it is written where they live. */
export function writingOf(t: Translate, asked: WritingAsked): QuoteWriting {
  const passage = { quote: '{quote}', source: '{source}', at: '{at}' }
  return {
    ...asked,
    language: formatLocale(),
    reference: t('text.reference', passage),
    referenceSeveral: t('text.referenceSeveral', passage),
    byWhen: t('text.byWhen', { author: '{author}', time: '{time}' }),
    untitled: t('quirk.untitled'),
    columns: exportWords(t).quotes.columns,
  }
}
