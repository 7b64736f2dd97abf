/**
 * Who speaks in the texts, and where their paragraphs say so: the labels before colons (`speakerLabels.ts`), read once and kept by effects.
 *
 * Promises: who begins a few paragraphs of all texts together is no speaker; what is left of a passage is ascending and apart.
 */
import type { Effect } from '../../../src/model/change.ts'
import { labelsIn, leastTurns } from '../../../src/model/rules/analysis/speakerLabels.ts'
import type { Span } from '../../../src/model/text/span.ts'
import type { Db } from '../../database/db.ts'
import { textOf } from '../../database/texts.ts'
import type { Sizes, Slices } from '../slices.ts'

/** What somebody says, of all texts, by answer. */
export type SaidBy = (name: string) => Slices<ReadonlyMap<number, readonly Span[]>>

/** What one says, from behind their label to the next label of anybody who speaks. */
export interface Turn extends Span {
  /** Whose: the `id` of a speaker. */
  speaker: number
}

export interface Speaking {
  /** Those who speak most first. An `id` stays the same for as long as the texts are open. */
  speakers: readonly { id: number; name: string }[]
  /** Of an answer: ascending and apart; that of a label with nothing behind it is empty. */
  turnsIn(answerId: number): readonly Turn[]
}

export interface Speakers {
  /** Of these answers. */
  speaking(answerIds: readonly number[]): Slices<Speaking>
  /** `passages` without the labels; who is a speaker is seen from all of `answerIds`. */
  without(
    answerIds: readonly number[],
    passages: ReadonlyMap<number, readonly Span[]>,
  ): Slices<Map<number, readonly Span[]>>
  /** What somebody says, by answer: their turns. Left out where they say nothing. */
  saidBy(answerIds: readonly number[], name: string): Slices<Map<number, readonly Span[]>>
  keep(effects: readonly Effect[]): void
}

/** Numbers of a label: of its name, where it begins, how long it is. */
const perLabel = 3
/** Answers gone through without a stop. */
const atOnce = 2048
const noLabels = new Int32Array(0)
/** Beyond every place of a text. */
const endOfText = 0x7fffffff

export function openSpeakers(db: Db, sizes: Sizes): Speakers {
  const labels = new Map<number, Int32Array>()
  const names: string[] = []
  const numbers = new Map<string, number>()

  const numberOf = (name: string): number => {
    const known = numbers.get(name) ?? names.push(name) - 1
    numbers.set(name, known)
    return known
  }
  function* read(answerIds: readonly number[]): Slices<void> {
    let room = sizes.bytesRead
    for (const answerId of answerIds) {
      if (labels.has(answerId)) continue
      const text = textOf(db, answerId) ?? ''
      const found = labelsIn(text)
      const packed = found.flatMap(({ name, start, length }) => [numberOf(name), start, length])
      labels.set(answerId, packed.length > 0 ? Int32Array.from(packed) : noLabels)
      room -= text.length
      if (room > 0) continue
      room = sizes.bytesRead
      yield
    }
  }
  /** By the number of the name, how many paragraphs it begins. */
  function* turns(answerIds: readonly number[]): Slices<Uint32Array> {
    yield* read(answerIds)
    const counts = new Uint32Array(names.length)
    for (const [n, answerId] of answerIds.entries()) {
      const own = labels.get(answerId) ?? noLabels
      for (let at = 0; at < own.length; at += perLabel) counts[own[at] as number]! += 1
      if (n % atOnce === atOnce - 1) yield
    }
    return counts
  }
  return {
    *speaking(answerIds) {
      const counts = yield* turns(answerIds)
      const speakers = Array.from(counts.keys(), (id) => ({ id, name: names[id] ?? '' }))
        .filter(({ id }) => (counts[id] as number) >= leastTurns)
        .sort((a, b) => (counts[b.id] as number) - (counts[a.id] as number) || (a.name < b.name ? -1 : 1))
      return { speakers, turnsIn: (answerId) => turnsOf(labels.get(answerId) ?? noLabels, counts) }
    },
    *without(answerIds, passages) {
      const counts = yield* turns(answerIds)
      const left = new Map<number, readonly Span[]>()
      let seen = 0
      for (const [answerId, spans] of passages) {
        left.set(answerId, outside(spans, labels.get(answerId) ?? noLabels, counts))
        seen += 1
        if (seen % atOnce === 0) yield
      }
      return left
    },
    *saidBy(answerIds, name) {
      const counts = yield* turns(answerIds)
      const said = new Map<number, readonly Span[]>()
      const number = numbers.get(name)
      if (number === undefined || (counts[number] as number) < leastTurns) return said
      for (const [n, answerId] of answerIds.entries()) {
        const spans = turnsOf(labels.get(answerId) ?? noLabels, counts).filter(
          ({ speaker, length }) => speaker === number && length > 0,
        )
        if (spans.length > 0) said.set(answerId, spans)
        if (n % atOnce === atOnce - 1) yield
      }
      return said
    },
    keep: (effects) => {
      for (const effect of effects)
        if (effect.op === 'edit') labels.delete(effect.answerId)
        else if (effect.table === 'question_answers') labels.delete(effect.id as number)
    },
  }
}

/** What of the spans lies in no label of a speaker. */
function outside(spans: readonly Span[], labels: Int32Array, turns: Uint32Array): readonly Span[] {
  if (labels.length === 0) return spans
  const left: Span[] = []
  let at = 0
  for (const { start, length } of spans) {
    const end = start + length
    let from = start
    // A label that reaches beyond this span can begin the next one.
    while (at < labels.length && (labels[at + 1] as number) + (labels[at + 2] as number) <= from) at += perLabel
    for (let next = at; next < labels.length && (labels[next + 1] as number) < end; next += perLabel) {
      if ((turns[labels[next] as number] as number) < leastTurns) continue
      const begin = labels[next + 1] as number
      if (begin > from) left.push({ start: from, length: begin - from })
      from = Math.max(from, begin + (labels[next + 2] as number))
    }
    if (from < end) left.push({ start: from, length: end - from })
  }
  return left
}

/** Of all who speak; the last turn of a text goes on to its end. */
function turnsOf(labels: Int32Array, counts: Uint32Array): Turn[] {
  const turns: Turn[] = []
  let open: { speaker: number; start: number } | null = null
  const end = (at: number) => {
    if (open) turns.push({ ...open, length: at - open.start })
  }
  for (let at = 0; at < labels.length; at += perLabel) {
    const speaker = labels[at] as number
    if ((counts[speaker] as number) < leastTurns) continue
    const start = labels[at + 1] as number
    end(start)
    // A space stands behind the colon.
    open = { speaker, start: start + (labels[at + 2] as number) + 1 }
  }
  end(endOfText)
  return turns
}
