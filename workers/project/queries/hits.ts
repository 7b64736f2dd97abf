/** Every place of a text in the whole project, or what is around it: for coding by search. */
import type { HitExtent, HitsAsked } from '../../../src/model/queries.ts'
import { paragraphAround, sentenceAround } from '../../../src/model/text/extent.ts'
import { soughtPattern } from '../../../src/model/text/soughtPattern.ts'
import { islands, type Span } from '../../../src/model/text/span.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

const wordPart = /[\p{L}\p{M}\p{N}]/u

const around: Readonly<Record<HitExtent, (text: string, span: Span) => Span>> = {
  match: (_, span) => span,
  sentence: sentenceAround,
  paragraph: paragraphAround,
}

/** By source and question; the kernel finds the answers, and only their texts are read. */
export function* hitPlaces(kernels: Kernels, db: Db, asked: HitsAsked): Slices<Float64Array> {
  const sought = asked.text.trim()
  const within = asked.sourceIds && new Set(asked.sourceIds)
  const places: number[] = []
  for (const { sourceId, questionId, id } of inOrder(db, yield* kernels.textSearch(sought))) {
    if (within && !within.has(sourceId)) continue
    const text = textOf(db, id) ?? ''
    for (const { start, length } of hitsIn(text, sought, asked)) places.push(sourceId, questionId, start, length)
    yield
  }
  return Float64Array.from(places)
}

interface OrderedAnswer {
  id: number
  sourceId: number
  questionId: number
}

function inOrder(db: Db, answerIds: readonly number[]): OrderedAnswer[] {
  const sql = 'SELECT id, sourceId, questionId FROM question_answers WHERE id = ?'
  const places = answerIds.flatMap((id) => db.one<OrderedAnswer>(sql, [id]) ?? [])
  return places.sort((a, b) => a.sourceId - b.sourceId || a.questionId - b.questionId)
}

/** The places in one text, ascending; those that overlap are one. */
export function hitsIn(text: string, sought: string, { extent, wholeWords }: Omit<HitsAsked, 'text'>): Span[] {
  const found: Span[] = []
  if (sought === '') return found
  for (const { index: start, 0: match } of text.matchAll(soughtPattern(sought))) {
    if (wholeWords && !standsAlone(text, start, match.length)) continue
    found.push(around[extent](text, { start, length: match.length }))
  }
  return islands(found).map(({ span }) => span)
}

/** What is sought may itself begin or end with a sign that is no letter. */
function standsAlone(text: string, start: number, length: number): boolean {
  const before = lastSign(text.slice(Math.max(0, start - 2), start))
  const after = firstSign(text.slice(start + length, start + length + 2))
  const first = firstSign(text.slice(start, start + 2))
  const last = lastSign(text.slice(Math.max(start, start + length - 2), start + length))
  const joins = (a: string, b: string) => wordPart.test(a) && wordPart.test(b)
  return !joins(before, first) && !joins(last, after)
}

const firstSign = (text: string): string => [...text][0] ?? ''
const lastSign = (text: string): string => [...text].at(-1) ?? ''
