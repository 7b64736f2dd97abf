/**
 * The main canvas as a picture: what `src/features/canvas/drawing/paint.ts` shows of bubbles at rest, all of them in sight, folded as a screen folds
 * what it shows from so far away.
 */
import type { Box } from '../../../src/model/canvas/box.ts'
import { discNumber } from '../../../src/model/canvas/discNumber.ts'
import { type Label, labelBox, labelsOf, levelOf, titleOf } from '../../../src/model/canvas/labels.ts'
import { foldedAt } from '../../../src/model/canvas/map/folding.ts'
import { layoutMap } from '../../../src/model/canvas/map/layoutMap.ts'
import { nameLeading } from '../../../src/model/canvas/map/name.ts'
import {
  limbOf,
  limbShare,
  mixed,
  type Outline,
  ringOf,
  sharesOf,
  territoryColours,
  webOf,
} from '../../../src/model/canvas/map/territory.ts'
import { type Bubble, isFolder, isHollow, onlyShown, type Scene, sceneOf } from '../../../src/model/canvas/scene.ts'
import { capture, zoom } from '../../../src/model/limits.ts'
import { discInk, shadesOf } from '../../../src/model/palette.ts'
import { placedIn } from '../../../src/model/rules/projects/settings.ts'
import type { Drawn } from './pictureSettings.ts'
import { type Picture, paper, type Shape, titleWeight } from './shapes.ts'
import { allShifted } from './shifted.ts'

/** Titles are as large as on a screen that is looked at from so near: the picture is read on a page or a slide. */
const leastNearness = 1.5
/** Bubbles are shown no larger than the canvas shows them at this scale, beside their titles. */
const mostSeen = 1.6
/** A picture of a tall column of bubbles is no longer than a few pages. */
const highest = capture.width * 4
const margin = (capture.width - capture.scaleFrom) / 2
/** Titles come no nearer to the edge, in px of the picture. */
const titleMargin = 32
/** Titles keep their size where bubbles become smaller: each attempt comes several times nearer. */
const attempts = 6

/** 1 §9: 1,920 px wide, the bubbles 1,632 of them; less where titles beside them would not fit into what is left. */
export function canvasPicture({ frame, quirks, options, measure }: Drawn): Picture {
  const titled = quirks.map((quirk) => ({ ...quirk, title: titleOf(quirk, options.words) }))
  const placed = placedIn(new Map(frame.preferences.map((row) => [row.key, row])))
  const whole = sceneOf(
    new Map(titled.map((quirk) => [quirk.id, quirk])),
    layoutMap(titled, { scale: placed === '' ? null : 1, nested: placed === 'all' }),
  )
  const { scale, box, scene, ...names } = framed(onlyShown(whole, options.shown && new Set(options.shown)))
  const move = { x: capture.width / scale / 2 - (box.left + box.right) / 2, y: -box.top }
  return {
    name: 'canvas',
    title: options.words.canvas,
    width: capture.width,
    height: Math.ceil((box.bottom - box.top) * scale),
    scale,
    background: paper.raised,
    shapes: allShifted(mapShapes(scene, names, options, measure), move.x, move.y),
  }
}

interface Names {
  /** The scale of the screen that it would be seen on. */
  seen: number
  labels: ReadonlyMap<number, Label>
}

/** The scale at which bubbles and names are in the picture, and what is in it then. */
function framed(whole: Scene): Names & { scale: number; box: Box; scene: Scene } {
  const bounds = whole.bounds ?? { left: 0, top: 0, right: capture.scaleFrom, bottom: capture.width / 4 }
  const [wide, high] = [Math.max(1, bounds.right - bounds.left), Math.max(1, bounds.bottom - bounds.top)]
  const numbers = whole.bubbles.map(({ index }) => index)
  let scale = Math.min(zoom.most, capture.scaleFrom / wide, (highest - 2 * margin) / high)
  for (let attempt = 1; ; attempt++) {
    const seen = Math.min(mostSeen, scale / leastNearness)
    const scene = foldedAt(whole, levelOf(seen))
    // The picture is as wide as its names need it to be.
    const labels = labelsOf(scene, numbers, levelOf(seen), Number.POSITIVE_INFINITY)
    const box = around(scene, grown(bounds, margin / scale), labels, seen, titleMargin / scale)
    const fits = Math.min(capture.width / (box.right - box.left), highest / (box.bottom - box.top))
    if (fits >= scale * 0.999 || attempt === attempts) return { scale, box, scene, seen, labels }
    scale = fits
  }
}

const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

function around(scene: Scene, box: Box, labels: ReadonlyMap<number, Label>, seen: number, by: number): Box {
  let { left, top, right, bottom } = box
  for (const [number, label] of labels) {
    const name = grown(labelBox(label, scene.bubbles[number]!, seen), by)
    left = Math.min(left, name.left)
    top = Math.min(top, name.top)
    right = Math.max(right, name.right)
    bottom = Math.max(bottom, name.bottom)
  }
  return { left, top, right, bottom }
}

type Measure = Drawn['measure']

/** Land, limbs, discs with their numbers, then names: the canvas paints in this order. */
function* mapShapes(
  scene: Scene,
  { seen, labels }: Names,
  { counter, language }: Pick<Drawn['options'], 'counter' | 'language'>,
  measure: Measure,
): Generator<Shape> {
  const { format } = new Intl.NumberFormat(language)
  yield* lands(scene, seen)
  const drawn = scene.bubbles.filter(({ r }) => r > 0)
  for (const bubble of drawn) {
    const parent = scene.byId.get(bubble.parent)
    const limb = parent && limbOf(parent, bubble, limbShare(parent, bubble), seen)
    if (limb)
      yield {
        kind: 'area',
        outlines: [limb],
        around: 0,
        fill: mixed(paper.raised, shadesOf(parent.colour).light, 0.62),
      }
  }
  for (const bubble of drawn) {
    yield* disc(bubble, seen)
    if (isFolder(scene, bubble)) yield* shares(scene, bubble, seen)
    const shown = counter && !bubble.frame ? discNumber(bubble, bubble.r, seen, format) : null
    if (!shown) continue
    const fill = shown.inside ? paper.soft : discInk.light
    yield written(shown.number, bubble.x, bubble.y, fill, shown.size / seen, 600, measure)
  }
  for (const bubble of drawn) {
    const label = labels.get(bubble.index)
    if (!label) continue
    const { left, top, right } = labelBox(label, bubble, seen)
    const size = label.size / seen
    const fill = bubble.frame ? paper.soft : paper.ink
    const weight = bubble.depth === 1 ? 600 : titleWeight
    for (const [row, line] of label.lines.entries())
      yield written(line, (left + right) / 2, top + (row + 0.5) * nameLeading * size, fill, size, weight, measure)
  }
}

const written = (
  ...[text, x, y, fill, size, weight, measure]: [string, number, number, string, number, number, Measure]
): Shape => ({
  ...{ kind: 'text', text, x, y, size, weight, fill, anchor: 'middle' },
  width: measure(text) * size,
})

function* lands(scene: Scene, seen: number): Generator<Shape> {
  for (let at = 0; at < scene.bubbles.length; at = scene.bubbles[at]!.end) {
    const top = scene.bubbles[at]!
    const outlines: Outline[] = []
    for (const bubble of scene.bubbles.slice(at + 1, top.end)) {
      const parent = scene.byId.get(bubble.parent)
      if (parent && bubble.r > 0) outlines.push(webOf(parent, parent, bubble, bubble))
    }
    if (outlines.length === 0) continue
    const { land, shore } = territoryColours(shadesOf(top.colour).light, paper.raised)
    yield { kind: 'area', outlines, around: pad + 1 / seen, fill: shore }
    yield { kind: 'area', outlines, around: pad, fill: land }
  }
}

/** Of a territory, around what stands on it. */
const pad = 11

function* disc(bubble: Bubble, scale: number): Generator<Shape> {
  const { x, y, r, colour } = bubble
  // A line of paper keeps touching bubbles apart; of the least ones it leaves half.
  const rim = Math.min(0.75 / scale, r / 2)
  yield { kind: 'disc', x, y, r: r + rim, fill: paper.raised }
  yield { kind: 'disc', x, y, r: r - rim, fill: shadesOf(colour).light }
  if (isHollow(bubble)) yield { kind: 'disc', x, y, r: Math.max((r - rim) / 2, r - 2.75 / scale), fill: paper.raised }
}

/** The ring around a folded quirk, each share as a band of its own. */
function* shares(scene: Scene, bubble: Bubble, seen: number): Generator<Shape> {
  const { r, width, arcs } = ringOf(bubble, sharesOf(scene, bubble), seen)
  for (const { colour, from, to } of arcs) {
    const steps = Math.max(1, Math.ceil((to - from) / 0.1))
    const angles = Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps)
    const at = (out: number) => (angle: number) => ({
      x: bubble.x + Math.cos(angle) * out,
      y: bubble.y + Math.sin(angle) * out,
    })
    const band = [...angles.map(at(r + width / 2)), ...angles.toReversed().map(at(r - width / 2))]
    yield { kind: 'area', outlines: [band], around: 0, fill: shadesOf(colour).light }
  }
}
