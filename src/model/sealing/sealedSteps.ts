/**
 * A step on the text of a protected project, as it leaves: where it puts something in and takes something away stays readable, since a room moves the
 * highlights by it; which words, and how they look, does not.
 *
 * Promises: a step opens for its answer, its version and its place among the steps alone, and only beside the changes that it was sealed with; what
 * it does does not open as what takes it back, nor the other way round.
 */
import { readChanges, writeChanges } from '../text/changes.ts'
import { areIds, type EditStep, type Fragment, type TextStep } from '../text/edit.ts'
import type { KeyParts } from './keys.ts'
import { openValue, sealValue } from './sealedValue.ts'
import { unreadSign } from './unread.ts'

/** Which step it is: the answer, how often its text had been edited before, and which of the steps from there on. */
export interface StepPlace {
  answerId: number
  version: number
  n: number
}

const nothing: Fragment = { marks: [], kinds: [], images: [] }
const blank = ' '

/** `inverse`: what takes it back; `length`: of the text before it. */
export function sealStep(
  parts: KeyParts,
  place: StepPlace,
  step: EditStep,
  inverse: readonly EditStep[],
  length: number,
): TextStep {
  const bare: TextStep =
    step.type === 'text'
      ? { ...step, changes: shapeOf(step.changes), format: nothing }
      : { type: 'text', changes: writeChanges(length, []), format: nothing }
  // Of a text step what is readable stands beside it already.
  const words = step.type === 'text' ? [step.changes, step.format] : step
  return {
    ...bare,
    sealed: {
      at: [place.version, place.n],
      body: sealValue(parts, placeOf('body', place, bare), JSON.stringify(words), 0),
      undo: sealValue(parts, placeOf('undo', place, bare), JSON.stringify(inverse), 0),
    },
  }
}

/** null: it does not open. */
export function openStep(parts: KeyParts, answerId: number, step: EditStep): EditStep | null {
  const found = step.type === 'text' && step.sealed ? opened(parts, 'body', answerId, step) : null
  if (!found || step.type !== 'text') return null
  if (!Array.isArray(found.is)) return found.is as EditStep
  const { sealed: _, ...bare } = step
  const [changes, format] = found.is as [unknown, Fragment]
  return sameShape(changes, step.changes) ? { ...bare, changes, format } : null
}

/** In place of a step that does not open: where it puts something in, there are signs. It neither marks nor bears a picture. */
export function unreadStep(step: EditStep): EditStep | null {
  if (step.type !== 'text') return null
  const { sealed: _, ...bare } = step
  return { ...bare, changes: shapeOf(step.changes, unreadSign), format: nothing }
}

/** What takes a step back, in the order in which it is to be done: of what a room keeps to go back by. null: it does not open. */
export function openUndo(parts: KeyParts, answerId: number, step: EditStep): EditStep[] | null {
  if (step.type !== 'text' || !step.sealed) return null
  return (opened(parts, 'undo', answerId, step)?.is as EditStep[] | undefined) ?? null
}

function opened(parts: KeyParts, what: 'body' | 'undo', answerId: number, step: TextStep): { is: unknown } | null {
  const { at, body, of } = step.sealed as NonNullable<TextStep['sealed']>
  const [version, n] = at
  const place = placeOf(what, { answerId, version, n }, of === undefined ? step : { changes: of })
  const found = openValue(parts, place, body)
  return found && { is: JSON.parse(found.plain) as unknown }
}

const placeOf = (what: 'body' | 'undo', { answerId, version, n }: StepPlace, { changes }: Pick<TextStep, 'changes'>) =>
  `edit ${answerId} ${version} ${n} ${what} ${JSON.stringify(changes)}`

/** With blanks for words, or another sign. */
function shapeOf(changes: unknown, sign = blank): unknown {
  const { length, list } = readChanges(changes)
  return writeChanges(
    length,
    list.map(({ fromA, toA, insert }) => ({ fromA, toA, insert: sign.repeat(insert.length) })),
  )
}

function sameShape(changes: unknown, shape: unknown): boolean {
  try {
    return JSON.stringify(shapeOf(changes)) === JSON.stringify(shape)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Whether it is a step as `sealStep` makes it, that bears no word which could be read. What is in it may not open. */
export function isSealedStep(value: unknown): value is TextStep & Required<Pick<TextStep, 'sealed'>> {
  const { type, changes, format, sealed } = (value ?? {}) as Partial<TextStep>
  const lists = [format?.marks, format?.kinds, format?.images]
  return (
    type === 'text' &&
    typeof sealed === 'object' &&
    areIds(sealed?.at) &&
    sealed.at.length === 2 &&
    lists.every((list) => Array.isArray(list) && list.length === 0) &&
    isBlank(changes)
  )
}

function isBlank(changes: unknown): boolean {
  try {
    return readChanges(changes).list.every(({ insert }) => insert === blank.repeat(insert.length))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
