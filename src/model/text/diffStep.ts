/**
 * Answers: the steps that lead from one document to another, leaving in place what both have, so that whole new HTML
 * from a client of the API becomes an edit and highlights stay where their text is.
 * Promises: applying all of them, in order, gives `after`, deeply equal.
 */
import { acrossBreaks, applyStep, formatOf } from './applyStep.ts'
import { insertedRanges, readChanges, writeChanges } from './changes.ts'
import { diffText } from './diff.ts'
import { OBJECT } from './image.ts'
import { TAGS, without } from './marks.ts'
import type { RichText } from './richText.ts'
import type { EditStep } from './step.ts'

export function diffStep(before: RichText, after: RichText): EditStep[] {
  const steps: EditStep[] = []
  let rich = before
  const go = (step: EditStep) => {
    steps.push(step)
    rich = applyStep(rich, step).rich
  }
  for (const find of [textChanges, imageChanges]) {
    const list = find(rich, after)
    if (list.length > 0) go(textStep(rich.text.length, list, after))
  }
  return [...steps, ...kindSteps(rich, after), ...markSteps(rich, after), ...imageSteps(rich, after)]
}

type TextChanges = { fromA: number; toA: number; insert: string }[]

const textChanges = (rich: RichText, after: RichText): TextChanges => diffText(rich.text, after.text)

/** Of two equal texts: a U+FFFC that is an image in only one of them is put in anew. */
function imageChanges(rich: RichText, after: RichText): TextChanges {
  const now = new Set(rich.images.map(({ at }) => at))
  const wanted = new Set(after.images.map(({ at }) => at))
  const places = [...now, ...wanted].filter((at) => now.has(at) !== wanted.has(at))
  return places.sort((a, b) => a - b).map((at) => ({ fromA: at, toA: at + 1, insert: OBJECT }))
}

function textStep(length: number, list: TextChanges, after: RichText): EditStep {
  const changes = writeChanges(length, list)
  return { type: 'text', changes, format: formatOf(after.text, after, insertedRanges(readChanges(changes))) }
}

function kindSteps(rich: RichText, after: RichText): EditStep[] {
  const wanted = new Map(after.kinds.map((kind) => [kind.at, kind]))
  const now = new Map(rich.kinds.map((kind) => [kind.at, kind]))
  const gone = rich.kinds.filter(({ at }) => !wanted.has(at))
  const changed = after.kinds.filter(
    ({ at, kind, depth }) => now.get(at)?.kind !== kind || now.get(at)?.depth !== depth,
  )
  return [
    ...gone.map(({ at }): EditStep => ({ type: 'kind', at, kind: 'p', depth: 0 })),
    ...changed.map((kind): EditStep => ({ type: 'kind', ...kind })),
  ]
}

function markSteps(rich: RichText, after: RichText): EditStep[] {
  return TAGS.flatMap((tag) => {
    const now = rich.marks.filter((mark) => mark.tag === tag)
    const wanted = after.marks.filter((mark) => mark.tag === tag)
    const set = (on: boolean, from: typeof now, minus: typeof now): EditStep[] =>
      acrossBreaks(
        rich.text,
        from.flatMap((mark) => without(mark, minus)),
      ).map((part) => ({ type: 'mark', tag, ...part, on }))
    return [...set(false, now, wanted), ...set(true, wanted, now)]
  })
}

function imageSteps(rich: RichText, after: RichText): EditStep[] {
  return after.images
    .filter(({ src, alt }, index) => rich.images[index]?.src !== src || rich.images[index]?.alt !== alt)
    .map((image) => ({ type: 'image', ...image }))
}
