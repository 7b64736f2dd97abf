/**
 * Answers: what a step on the text of one answer is, and which steps are well formed.
 * Promises: whatever came over the wire, what passes `checkStep` has the shape, the ranges and the canonical text it claims.
 */
import { type Changes, readChanges } from './changes.ts'
import { isImage } from './image.ts'
import { isKind } from './kinds.ts'
import { isMarkTag } from './marks.ts'
import type { Image, LineKind, Mark, MarkTag } from './richText.ts'

/** The formatting of inserted stretches, in coordinates of the document after the step; what lies elsewhere is ignored. */
export interface Fragment {
  marks: Mark[]
  kinds: LineKind[]
  images: Image[]
}

/** A stretch to give back, in coordinates after the step; `row`: the whole row of one that was gone. */
export type Gives = { table: 'highlights' | 'memos'; id: number; from: number; to: number; row?: unknown }

/** Units of words that a step has deleted under a name, counted from the first that bore it. A name is of these words alone: they keep it when they come back and go again. */
export interface Gone {
  name: number
  from: number
  length: number
}
/** They are there again, from `at` on in the text after the step. */
export interface Back extends Gone {
  at: number
}

/** What is put in at `at`, in the text after the step, stands before the unit `index` of the words that went under this name, and behind those before it. */
export interface Among {
  name: number
  index: number
  at: number
}

/** Deleted by another before: it is to stay so should that one bring it back. `own`: the same units as this step names them. */
export interface Also extends Gone {
  own?: Pick<Gone, 'name' | 'from'>
}

/**
 * Of a step in a protected project, on the wire and in the room (`sealing/sealedSteps.ts`): `at` says which step it is, `body` is what it does and `undo`
 * what takes it back. Of a step that takes one back `body` is what that has as `undo`, and `of` are the changes that it takes back.
 */
export interface SealedStep {
  at: [version: number, n: number]
  body: string
  undo?: string
  of?: unknown
}

/**
 * `gone`: what it deletes, unit for unit, for whoever brings it back; `back`: what of its insertions was there before. Both may be left out. `also`: only of a step that
 * others are moved over. `given`: on the wire alone, of what is there behind it: the ids of highlights and memos that it gives back.
 */
export type TextStep = {
  type: 'text'
  changes: unknown
  format: Fragment
  gives?: Gives[]
  gone?: Gone[]
  back?: Back[]
  among?: Among[]
  also?: Also[]
  given?: number[]
  sealed?: SealedStep
}
export type MarkStep = { type: 'mark'; tag: MarkTag; from: number; to: number; on: boolean }
export type KindStep = { type: 'kind'; at: number; kind: 'p' | 'br' | 'li'; depth: number }
export type ImageStep = { type: 'image'; at: number; src: string; alt: string }

/**
 * text: `changes` is the JSON of a ChangeSet. mark: on or off on a stretch. kind: of the line that starts at `at`.
 * image: of the U+FFFC at `at`. Steps are values: nobody changes one after making it.
 */
export type EditStep = TextStep | MarkStep | KindStep | ImageStep

/** The length of the document that a text step expects; null for other steps. Throws RangeError for broken changes. */
export function stepLength(step: EditStep): number | null {
  return step.type === 'text' ? readChanges(step.changes).length : null
}

/** Whether the step is well formed and can meet a document of this length. Only applyStep sees its lines and images. */
export function stepFits(length: number, step: EditStep): boolean {
  try {
    checkStep(length, step)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Throws RangeError with what is wrong. */
export function need(right: boolean, wrong: string): void {
  if (!right) throw new RangeError(wrong)
}

/** Like stepFits, but throws RangeError with what is wrong. */
export function checkStep(length: number, step: EditStep): void {
  need(isObject(step), 'a step is an object')
  if (step.type === 'text') checkText(length, step)
  else if (step.type === 'mark') checkMark(length, step)
  else if (step.type === 'kind') checkKind(length, step)
  else if (step.type === 'image') checkImage(length, step)
  else throw new RangeError('unknown step')
  if (step.type === 'mark') need(typeof step.on === 'boolean', 'a mark is on or off')
}

function checkText(length: number, { changes, format, gives, gone, back, among, given }: TextStep): void {
  const read = readChanges(changes)
  need(read.length === length, `the step expects a text of ${read.length} units, this one has ${length}`)
  const lists = [format?.marks, format?.kinds, format?.images]
  need(lists.every(isList), 'a text step needs marks, kinds and images')
  need(gives === undefined || areGives(gives), 'what a step gives back is not whole')
  if (gone !== undefined) checkGone(read, gone)
  if (back !== undefined) checkBack(read, back)
  need(among === undefined || isAmong(among), 'what a step says of what it stands among is not whole')
  need(given === undefined || areIds(given), 'what a step says of what follows it is not whole')
  for (const mark of format.marks) checkMark(read.newLength, mark)
  for (const kind of format.kinds) checkKind(read.newLength, kind)
  for (const image of format.images) checkImage(read.newLength, image)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isList = (value: unknown): value is object[] => Array.isArray(value) && value.every(isObject)

/** Whether each names a stretch and a row of its table, a whole row by the same id. Of the row's values nothing is said. */
export const areGives = (value: unknown): value is Gives[] =>
  isList(value) &&
  (value as Partial<Gives>[]).every(
    ({ table, id, from, to, row }) =>
      (table === 'highlights' || table === 'memos') &&
      Number.isSafeInteger(id) &&
      isPosition(to as number, most) &&
      isPosition(from as number, to as number) &&
      (row === undefined || (isObject(row) && (row as { id?: unknown }).id === id)),
  )

const isGone = (value: unknown): value is Gone[] =>
  isList(value) &&
  (value as Partial<Gone>[]).every(({ name, from, length }) =>
    [name, from, length].every((n) => isPosition(n as number, most)),
  )

const isAmong = (value: unknown): boolean =>
  isList(value) &&
  (value as Partial<Among>[]).every(({ name, index, at }) =>
    [name, index, at].every((n) => isPosition(n as number, most)),
  )

export const areIds = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger)

function checkGone({ list }: Changes, gone: unknown): void {
  need(isGone(gone), 'what a step names of what it deletes is not whole')
  const deleted = list.reduce((sum, it) => sum + it.toA - it.fromA, 0)
  const named = (gone as Gone[]).reduce((sum, { length }) => sum + length, 0)
  need(named === deleted, `a step that deletes ${deleted} units names ${named}`)
}

function checkBack({ list }: Changes, back: unknown): void {
  need(isGone(back), 'what a step brings back is not whole')
  let n = 0
  for (const { at, length } of back as Back[]) {
    while (n < list.length && (list[n]?.toB ?? 0) < at + length) n += 1
    const it = list[n]
    need(it !== undefined && it.fromB <= at, `nothing is put in from ${at} to ${at + length}`)
  }
}

const most = Number.MAX_SAFE_INTEGER
const isPosition = (pos: number, last: number): boolean => Number.isSafeInteger(pos) && pos >= 0 && pos <= last

function checkMark(length: number, { tag, from, to }: Mark): void {
  need(isMarkTag(tag), 'unknown mark')
  need(isPosition(from, to) && isPosition(to, length), `no stretch ${from}–${to} in a text of ${length} units`)
}

function checkKind(length: number, { at, kind, depth }: Omit<KindStep, 'type'>): void {
  need(isPosition(at, length) && isKind(at, kind, depth), `no line at ${at} can be ${kind} of depth ${depth}`)
}

function checkImage(length: number, { at, src, alt }: Image): void {
  need(isPosition(at, length - 1) && isImage(src, alt), `no such image can be at ${at}`)
}
