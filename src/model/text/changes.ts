/**
 * Answers: what a text step's `changes` (the JSON of a CodeMirror ChangeSet) do, and where positions go.
 * Promises: reading checks all of it, so that what comes from the wire can be used; positions map in O(log n).
 */
import { ChangeSet } from '@codemirror/state'
import { isCanonicalText } from './canonicalText.ts'
import type { Range } from './marks.ts'

/** One replacement: [fromA, toA) of the text before has become [fromB, toB) of the text after. */
export interface Replacement {
  fromA: number
  toA: number
  fromB: number
  toB: number
  insert: string
}

export interface Changes {
  /** Length of the text before and after. */
  length: number
  newLength: number
  /** Ascending; they may touch. */
  list: Replacement[]
}

const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isInsertedLine = (value: unknown): value is string =>
  typeof value === 'string' && !value.includes('\n') && isCanonicalText(value)

// Steps are never changed, and one step moves many highlights: it is read once.
const read = new WeakMap<object, Changes>()

/** Throws RangeError when it is no ChangeSet, or inserts text that is not canonical. */
export function readChanges(json: unknown): Changes {
  if (!Array.isArray(json)) throw new RangeError('changes must be a list')
  const known = read.get(json)
  if (known) return known
  const changes = readParts(json)
  read.set(json, changes)
  return changes
}

function readParts(json: readonly unknown[]): Changes {
  const list: Replacement[] = []
  let posA = 0
  let posB = 0
  for (const part of json) {
    if (isLength(part)) {
      posA += part
      posB += part
      continue
    }
    const [length, ...lines]: unknown[] = Array.isArray(part) ? part : []
    if (!isLength(length)) throw new RangeError('a part of changes is no length and no replacement')
    if (!lines.every(isInsertedLine)) throw new RangeError('inserted text is not canonical')
    const insert = lines.join('\n')
    list.push({ fromA: posA, toA: posA + length, fromB: posB, toB: posB + insert.length, insert })
    posA += length
    posB += insert.length
  }
  return { length: posA, newLength: posB, list }
}

/** The JSON of the replacements, for a text of `length` units; ascending, `insert` canonical. */
export function writeChanges(length: number, list: readonly { fromA: number; toA: number; insert: string }[]): unknown {
  const parts: unknown[] = []
  let done = 0
  for (const { fromA, toA, insert } of list) {
    if (fromA === toA && insert === '') continue
    if (fromA > done) parts.push(fromA - done)
    parts.push(insert === '' ? [toA - fromA] : [toA - fromA, ...insert.split('\n')])
    done = toA
  }
  if (length > done) parts.push(length - done)
  return parts
}

/** `json` as it reads after `over`; both start from one text. `before`: at a tie its insertions come first. */
export function mapChanges(json: unknown, over: unknown, before: boolean): unknown {
  readChanges(json)
  readChanges(over)
  return ChangeSet.fromJSON(json).map(ChangeSet.fromJSON(over), before).toJSON()
}

/**
 * Where `pos` is after the changes. Like ChangeSet.mapPos: text inserted at `pos` lies before it with `assoc` 1, after it
 * with -1; inside of what was replaced, 1 gives the end of the replacement, -1 its start.
 */
export function mapPos(changes: Changes, pos: number, assoc: 1 | -1): number {
  if (pos < 0 || pos > changes.length)
    throw new RangeError(`position ${pos} is outside of a text of ${changes.length} units`)
  const { list } = changes
  let i = firstReaching(list, pos)
  for (; i < list.length; i++) {
    const it = list[i]
    if (!it || it.fromA > pos) break
    if (it.toA > pos || (assoc < 0 && it.fromA === it.toA)) return pos === it.fromA || assoc < 0 ? it.fromB : it.toB
  }
  const passed = list[i - 1]
  return passed ? pos + passed.toB - passed.toA : pos
}

/** Where the unit at `pos` is after the changes, or null when they delete it. */
export function mapUnit(changes: Changes, pos: number): number | null {
  const { list } = changes
  let i = firstReaching(list, pos)
  for (; i < list.length; i++) {
    const it = list[i]
    if (!it || it.fromA > pos) break
    if (it.toA > pos) return null
  }
  const passed = list[i - 1]
  return passed ? pos + passed.toB - passed.toA : pos
}

/** The index of the first replacement whose end is not before `pos`. */
function firstReaching(list: readonly Replacement[], pos: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle]?.toA ?? 0) >= pos) high = middle
    else low = middle + 1
  }
  return low
}

/** The stretches that were deleted, in the text before. */
export const deletedRanges = ({ list }: Changes): Range[] =>
  list.filter((it) => it.fromA < it.toA).map((it) => ({ from: it.fromA, to: it.toA }))

/** The stretches that were inserted, in the text after. */
export const insertedRanges = ({ list }: Changes): Range[] =>
  list.filter((it) => it.fromB < it.toB).map((it) => ({ from: it.fromB, to: it.toB }))
