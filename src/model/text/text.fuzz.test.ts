import { ChangeSet } from '@codemirror/state'
import { expect, test, vi } from 'vitest'
import { mapPos, readChanges } from './changes.ts'
import { applyStep, diffStep, type EditStep, mapSpan, mapStep, plainStep } from './edit.ts'
import {
  type Random,
  random,
  randomDirty,
  randomHtml,
  randomPos,
  randomRich,
  randomStep,
  randomTextStep,
} from './randomRich.ts'
import { readCanonical } from './readCanonical.ts'
import { canonicalText, isCanonicalHtml, isCanonicalText, parseHtml, type RichText, toHtml } from './richText.ts'

const MANY = process.env.PROVE ? 20_000 : 600

vi.setConfig({ testTimeout: 300_000 })

/** Runs `round` `count` times, each with its own seed, so that a bad one can be run alone. */
function rounds(first: number, count: number, round: (r: Random, seed: number) => void): void {
  for (let seed = first; seed < first + count; seed++) {
    try {
      round(random(seed), seed)
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
}

const apply = (rich: RichText, steps: readonly EditStep[]) => steps.reduce((it, step) => applyStep(it, step).rich, rich)

test(`a document comes back from its HTML, ${MANY} documents from seed 1`, () => {
  const seen = { marks: 0, kinds: 0, images: 0, spaces: 0 }
  rounds(1, MANY, (r) => {
    const rich = randomRich(r)
    const html = toHtml(rich)
    expect(parseHtml(html)).toEqual(rich)
    expect(isCanonicalHtml(html)).toBe(true)
    expect(isCanonicalText(rich.text)).toBe(true)
    seen.marks += rich.marks.length
    seen.kinds += rich.kinds.length
    seen.images += rich.images.length
    seen.spaces += html.includes('&#32;') ? 1 : 0
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(MANY / 20)
})

test(`foreign HTML becomes a normalised document that is stable, ${MANY} from seed 100001`, () => {
  let changed = 0
  rounds(100_001, MANY, (r) => {
    const html = randomHtml(r)
    const rich = parseHtml(html)
    const canonical = toHtml(rich)
    expect(parseHtml(canonical)).toEqual(rich)
    expect(toHtml(parseHtml(canonical))).toBe(canonical)
    expect(isCanonicalText(rich.text)).toBe(true)
    expect(canonical.replace(/<img src="data:image\/(png|webp);base64,\w+=*" alt="x">/g, '')).not.toMatch(
      /<(?!\/?(p|br|b|em|i|u|ul|li|mark)>)/,
    )
    changed += canonical === html ? 0 : 1
  })
  expect(changed).toBeGreaterThan(MANY / 2)
})

const TOKENS = /<[^>]*>|&[^;]*;|[^<&]/gu
const BITS =
  '<p> </p> <br> <ul> <li> </li> </ul> <ul><li> </li></ul> <b> </b> <i> </i> <mark> </mark> &#32; &#9; &amp; &quot; > x'
const bits: readonly [string, ...string[]] = [' ', '  ', '\t', '\0', '\u00a0', '\ufeff', '\ud83d', ...BITS.split(' ')]

/** HTML that is canonical, or nearly: some of its tokens doubled, lost, moved or others. */
function nearlyCanonical(r: Random): string {
  const tokens = toHtml({ ...randomRich(r), images: [] }).match(TOKENS) ?? []
  for (let changes = r.below(3); changes > 0; changes--) {
    const at = r.below(tokens.length + 1)
    const token = r.chance(0.4) ? (tokens[r.below(tokens.length)] ?? '') : r.pick(bits)
    tokens.splice(at, r.below(3), ...(r.chance(0.6) ? [token] : []))
  }
  return tokens.join('')
}

test(`canonical HTML is read in one pass, as tag by tag, and no other is, ${2 * MANY} from seed 150001`, () => {
  const seen = { canonical: 0, other: 0, lists: 0 }
  rounds(150_001, 2 * MANY, (r) => {
    const html = nearlyCanonical(r)
    // A comment means nothing, and has it read tag by tag.
    const rich = parseHtml(`${html}<!-- -->`)
    const isCanonical = html !== '' && toHtml(rich) === html
    expect(readCanonical(html)).toEqual(isCanonical ? rich : null)
    seen[isCanonical ? 'canonical' : 'other'] += 1
    if (isCanonical && html.includes('<ul>')) seen.lists += 1
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(MANY / 10)
})

test(`plain text is canonical after one pass, ${MANY} from seed 200001`, () => {
  let mended = 0
  rounds(200_001, MANY, (r) => {
    const dirty = randomDirty(r)
    const text = canonicalText(dirty)
    expect(isCanonicalText(text)).toBe(true)
    expect(canonicalText(`x${text}`)).toBe(`x${text}`)
    expect(text.normalize()).toBe(canonicalText(dirty.normalize()))
    mended += text === dirty ? 0 : 1
  })
  expect(mended).toBeGreaterThan(MANY / 3)
})

test(`a step and its inverse restore the document, ${MANY} edits from seed 300001`, () => {
  const seen = { text: 0, mark: 0, kind: 0, image: 0, split: 0, merged: 0, unmarked: 0 }
  rounds(300_001, MANY / 5, (r) => {
    let rich = randomRich(r)
    for (let edits = 0; edits < 5; edits++) {
      const step = randomStep(r, rich)
      const { rich: after, inverse } = applyStep(rich, step)
      expect(parseHtml(toHtml(after)), 'normalised').toEqual(after)
      const back = apply(after, inverse)
      expect(back).toEqual(rich)
      expect(toHtml(back)).toBe(toHtml(rich))
      expect(apply(back, [step])).toEqual(after)
      seen[step.type]++
      const lines = after.text.split('\n').length - rich.text.split('\n').length
      if (lines > 0) seen.split++
      if (lines < 0) seen.merged++
      if (after.marks.length < rich.marks.length) seen.unmarked++
      rich = after
    }
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(MANY / 200)
})

/** Text, and per unit its marks, kind (on the break before the line) and image: what a step says, unit by unit. */
function units(rich: RichText): string[] {
  const cells = Array.from({ length: rich.text.length }, (_, at) => [rich.text[at] ?? ''])
  for (const { tag, from, to } of rich.marks) for (let at = from; at < to; at++) cells[at]?.push(tag)
  for (const { at, kind, depth } of rich.kinds) cells[at - 1]?.push(`${kind}${depth}`)
  for (const { at, src, alt } of rich.images) cells[at]?.push(`${src}|${alt}`)
  return cells.map((cell) => cell.sort().join(','))
}

test(`text steps equal a per-unit oracle, and spans with them, ${MANY} from seed 400001`, () => {
  const seen = { gone: 0, grown: 0, shrunk: 0 }
  rounds(400_001, MANY, (r) => {
    const rich = randomRich(r)
    const step = randomTextStep(r, rich.text)
    if (step.type !== 'text') throw new Error('a text step was asked for')
    const changes = readChanges(step.changes)
    const after = applyStep(rich, step).rich
    const formatted = units({ text: after.text, ...step.format })
    const old = units(rich)
    const wanted: string[] = []
    let done = 0
    for (const { fromA, toA, fromB, toB } of changes.list) {
      wanted.push(...old.slice(done, fromA), ...formatted.slice(fromB, toB))
      done = toA
    }
    wanted.push(...old.slice(done))
    expect(units(after)).toEqual(wanted.map((cell) => (cell.startsWith('\n') ? withoutMarks(cell) : cell)))
    spansFollow(r, rich.text, step, seen)
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(MANY / 100)
})

const withoutMarks = (cell: string) => cell.replace(/,(b|em|i|u|mark)(?=,|$)/g, '')

/**
 * A span keeps its surviving units and all between them; text in the place of units that it covered wholly belongs to it.
 */
function spansFollow(
  r: Random,
  text: string,
  step: EditStep & { type: 'text' },
  seen: { gone: number; grown: number; shrunk: number },
): void {
  const { list, length, newLength } = readChanges(step.changes)
  const reference = ChangeSet.fromJSON(step.changes)
  for (let tries = 0; tries < 4; tries++) {
    const [a, b] = [randomPos(r, text), randomPos(r, text)]
    const span = { start: Math.min(a, b), length: Math.abs(a - b) }
    const end = span.start + span.length
    const covered = new Uint8Array(newLength)
    let shift = 0
    let next = 0
    for (let at = 0; at < length || next < list.length; ) {
      const it = list[next]
      if (it?.fromA === at) {
        const inside = it.fromA === it.toA ? span.start < at && at < end : span.start <= it.fromA && it.toA <= end
        if (inside && span.length > 0) covered.fill(1, it.fromB, it.toB)
        shift = it.toB - it.toA
        at = it.toA
        next++
      } else {
        if (span.start <= at && at < end) covered[at + shift] = 1
        at++
      }
    }
    const mapped = mapSpan(span, step)
    const first = covered.indexOf(1)
    const last = covered.lastIndexOf(1)
    // Where replacements touch, the ends follow the ChangeSet; elsewhere the units say it.
    const touching = list.some((it, index) => it.toA === list[index + 1]?.fromA)
    if (!touching) expect(mapped).toEqual(first < 0 ? null : { start: first, length: last + 1 - first })
    const [from, to] = [reference.mapPos(span.start, 1), reference.mapPos(end, -1)]
    expect(mapped).toEqual(from < to ? { start: from, length: to - from } : null)
    for (const assoc of [1, -1] as const)
      expect(mapPos(readChanges(step.changes), a, assoc)).toBe(reference.mapPos(a, assoc))
    if (!mapped && span.length > 0) seen.gone++
    if (mapped && mapped.length > span.length) seen.grown++
    if (mapped && mapped.length < span.length) seen.shrunk++
  }
}

test(`two steps from one document meet in one text, ${MANY} pairs from seed 500001`, () => {
  const seen = { ties: 0, gone: 0, gives: 0, both: 0 }
  rounds(500_001, MANY, (r) => {
    const rich = randomRich(r)
    const a = withGives(r, randomStep(r, rich), rich)
    const b = withGives(r, randomStep(r, rich), rich)
    const [aMoved, bMoved] = [mapStep(a, b, true), mapStep(b, a, false)]
    const left = apply(rich, bMoved ? [a, bMoved] : [a])
    const right = apply(rich, aMoved ? [b, aMoved] : [b])
    expect(left.text).toBe(right.text)
    for (const it of [left, right]) expect(parseHtml(toHtml(it)), 'normalised').toEqual(it)
    if (!aMoved || !bMoved) seen.gone++
    if (a.type !== 'text' || b.type !== 'text') return
    seen.both++
    if (aMoved) insertedKeepsFormat(rich, a, b, right)
    if (givesFit(aMoved, right.text.length) || givesFit(bMoved, left.text.length)) seen.gives++
    const starts = new Set(readChanges(a.changes).list.map((it) => it.fromA))
    if (readChanges(b.changes).list.some((it) => starts.has(it.fromA))) seen.ties++
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(MANY / 200)
})

function withGives(r: Random, step: EditStep, rich: RichText): EditStep {
  if (step.type !== 'text' || r.chance(0.5)) return step
  const { text } = applyStep(rich, step).rich
  const [from, to] = [randomPos(r, text), randomPos(r, text)].sort((a, b) => a - b)
  return { ...step, gives: [{ table: 'highlights', id: 1, from: from ?? 0, to: to ?? 0 }] }
}

function givesFit(step: EditStep | null, length: number): boolean {
  if (step?.type !== 'text' || !step.gives?.length) return false
  for (const { from, to } of step.gives) expect(0 <= from && from < to && to <= length).toBe(true)
  return true
}

/** All that `a` inserted carries the same after `b` as without it. */
function insertedKeepsFormat(rich: RichText, a: EditStep & { type: 'text' }, b: EditStep, met: RichText): void {
  const moved = mapStep(a, b, true)
  if (moved?.type !== 'text') return
  const alone = units(applyStep(rich, a).rich)
  const together = units(met)
  const cut = (cells: string[], changes: unknown) =>
    readChanges(changes).list.flatMap(({ fromB, toB }) => cells.slice(fromB, toB))
  expect(cut(together, moved.changes)).toEqual(cut(alone, a.changes))
}

test(`the difference of two documents leads from one to the other, ${MANY} from seed 600001`, () => {
  let kept = 0
  rounds(600_001, MANY, (r) => {
    const before = randomRich(r)
    let after = before
    for (let edits = 1 + r.below(4); edits > 0; edits--) after = applyStep(after, randomStep(r, after)).rich
    if (r.chance(0.1)) after = randomRich(r)
    const steps = diffStep(before, after)
    expect(apply(before, steps)).toEqual(after)
    const [text] = steps
    if (text?.type === 'text' && readChanges(text.changes).list.length > 1) kept++
  })
  expect(kept).toBeGreaterThan(MANY / 20)
})

test(`plain edits continue what they stand in, ${MANY} from seed 700001`, () => {
  let continued = 0
  rounds(700_001, MANY, (r) => {
    const rich = randomRich(r)
    const [a, b] = [randomPos(r, rich.text), randomPos(r, rich.text)].sort((x, y) => x - y)
    const change = { from: a ?? 0, to: b ?? 0, insert: randomDirty(r) }
    const step = plainStep(rich, [change])
    const { rich: after, inverse } = applyStep(rich, step)
    const insert = canonicalText(change.insert)
    expect(after.text).toBe(rich.text.slice(0, change.from) + insert + rich.text.slice(change.to))
    expect(parseHtml(toHtml(after))).toEqual(after)
    expect(apply(after, inverse)).toEqual(rich)
    const tagsAt = (it: RichText, at: number) =>
      it.marks
        .filter((m) => m.from <= at && at < m.to)
        .map((m) => m.tag)
        .sort()
    for (let at = change.from; at < change.from + insert.length; at++) {
      const unit = change.to > change.from ? change.from : Math.max(0, change.from - 1)
      const wanted = after.text[at] === '\n' ? [] : tagsAt(rich, unit)
      expect(tagsAt(after, at)).toEqual(wanted)
      continued += wanted.length
    }
  })
  expect(continued).toBeGreaterThan(MANY / 10)
})
