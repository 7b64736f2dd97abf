/** The main canvas as a picture: what `src/features/canvas/drawing/paint.ts` shows of bubbles at rest, all of them in sight. */
import type { Box } from '../../../src/model/canvas/box.ts'
import { stem } from '../../../src/model/canvas/bubbleLayout.ts'
import { countSize, fontAt, halfOf, inkOn, type Label, labelsOf, levelOf } from '../../../src/model/canvas/labels.ts'
import { type Bubble, onlyShown, type Scene, sceneOf } from '../../../src/model/canvas/scene.ts'
import { capture, zoom } from '../../../src/model/limits.ts'
import type { Drawn } from './pictureSettings.ts'
import { type Picture, paper, type Shape, titleWeight } from './shapes.ts'
import { allShifted } from './shifted.ts'

/** Titles are as large as on a screen that is looked at from so near: the picture is read on a page or a slide. */
const leastNearness = 1.5
/** Bubbles are shown no larger than the canvas shows them at this scale, beside their titles. */
const mostSeen = 1.6
/** A picture of a tall column of bubbles is no longer than a few pages. */
const highest = capture.width * 4
const leading = 1.18
const stemWidth = 6
const margin = (capture.width - capture.scaleFrom) / 2
/** Titles come no nearer to the edge, in px of the picture. */
const titleMargin = 32
/** Titles keep their size where bubbles become smaller: each attempt comes several times nearer. */
const attempts = 6

/** 1 §9: 1,920 px wide, the bubbles 1,632 of them; less where titles beside them would not fit into what is left. */
export function canvasPicture({ quirks, options, measure }: Drawn): Picture {
  const whole = sceneOf(new Map(quirks.map((quirk) => [quirk.id, quirk])))
  const scene = onlyShown(whole, options.shown && new Set(options.shown))
  const { scale, box, ...titles } = framed(scene, { ...options, measure })
  const move = { x: capture.width / scale / 2 - (box.left + box.right) / 2, y: -box.top }
  return {
    name: 'canvas',
    title: options.words.canvas,
    width: capture.width,
    height: Math.ceil((box.bottom - box.top) * scale),
    scale,
    background: paper.raised,
    shapes: allShifted(bubbleShapes(scene, titles, measure), move.x, move.y),
  }
}

interface Style {
  counter: boolean
  words: { untitled: string }
  measure(text: string): number
}

interface Titles {
  /** Of the screen that it would be seen on. */
  seen: number
  font: number
  labels: ReadonlyMap<number, Label>
}

/** The scale at which bubbles and titles are in the picture, and what is in it then. */
function framed(scene: Scene, { counter, words, measure }: Style): Titles & { scale: number; box: Box } {
  const bounds = scene.bounds ?? { left: 0, top: 0, right: capture.scaleFrom, bottom: capture.width / 4 }
  const [wide, high] = [Math.max(1, bounds.right - bounds.left), Math.max(1, bounds.bottom - bounds.top)]
  const numbers = scene.bubbles.map(({ index }) => index)
  let scale = Math.min(zoom.most, capture.scaleFrom / wide, (highest - 2 * margin) / high)
  for (let attempt = 1; ; attempt++) {
    const seen = Math.min(mostSeen, scale / leastNearness)
    const level = levelOf(seen)
    const font = fontAt(level)
    const labels = labelsOf(scene, numbers, { level, counter, untitled: words.untitled, measure })
    const box = around(grown(bounds, margin / scale), labels.values(), font, titleMargin / scale, measure)
    const fits = Math.min(capture.width / (box.right - box.left), highest / (box.bottom - box.top))
    if (fits >= scale * 0.999 || attempt === attempts) return { scale, box, seen, font, labels }
    scale = fits
  }
}

const grown = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

function around(box: Box, labels: Iterable<Label>, font: number, by: number, measure: Style['measure']): Box {
  let { left, top, right, bottom } = box
  for (const label of labels) {
    if (label.where === 'inside') continue
    const half = halfOf(label, font, measure)
    left = Math.min(left, label.x - half.x - by)
    top = Math.min(top, label.y - half.y - by)
    right = Math.max(right, label.x + half.x + by)
    bottom = Math.max(bottom, label.y + half.y + by)
  }
  return { left, top, right, bottom }
}

/** Stems, discs with what stands in them, then the titles beside them: the canvas paints in this order. */
function* bubbleShapes(scene: Scene, { seen, font, labels }: Titles, measure: Style['measure']): Generator<Shape> {
  const written = (text: string, x: number, y: number, fill: string, size = font, weight = titleWeight): Shape => ({
    ...{ kind: 'text', text, x, y, size, weight, fill, anchor: 'middle' },
    width: measure(text) * size,
  })
  for (const bubble of scene.bubbles) {
    const parent = scene.byId.get(bubble.parent)
    if (parent) yield* stemShape(parent, bubble, seen)
  }
  for (const bubble of scene.bubbles) {
    yield* disc(bubble, seen)
    const label = labels.get(bubble.index)
    if (label) yield* inside(bubble, label, font, written)
  }
  for (const bubble of scene.bubbles) {
    const label = labels.get(bubble.index)
    if (label?.where !== 'beside') continue
    const first = label.y - ((label.lines.length - 1) * font * leading) / 2
    for (const [row, line] of label.lines.entries())
      yield written(line, label.x, first + row * font * leading, bubble.frame ? paper.soft : paper.ink)
  }
}

function* disc({ x, y, r, colour, frame }: Bubble, scale: number): Generator<Shape> {
  // A line of paper keeps touching bubbles apart.
  yield { kind: 'disc', x, y, r: r + 0.75 / scale, fill: paper.raised }
  yield { kind: 'disc', x, y, r: r - 0.75 / scale, fill: colour }
  if (frame) yield { kind: 'disc', x, y, r: r - 2.75 / scale, fill: paper.raised }
}

type Written = (text: string, x: number, y: number, fill: string, size?: number, weight?: number) => Shape

function* inside(bubble: Bubble, { where, lines: title, count }: Label, font: number, written: Written) {
  const lines = where === 'inside' ? title : []
  const rows = lines.length + (count ? 1 : 0)
  const first = bubble.y - ((rows - 1) * font * leading) / 2
  const fill = bubble.frame ? paper.soft : inkOn(bubble.colour)
  for (const [row, line] of lines.entries()) yield written(line, bubble.x, first + row * font * leading, fill)
  if (count) yield written(count, bubble.x, first + lines.length * font * leading, fill, font * countSize, 400)
}

/** From the rim of a parent to that of its child. */
function* stemShape(from: Bubble, to: Bubble, scale: number): Generator<Shape> {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const apart = Math.hypot(x, y)
  if (apart <= from.r + to.r) return
  const usual = Math.min(stemWidth, to.r * 0.35, from.r * 0.35)
  const begin = (from.r - 1 / scale) / apart
  const end = 1 - (to.r - 1 / scale) / apart
  yield {
    kind: 'line',
    from: { x: from.x + x * begin, y: from.y + y * begin },
    to: { x: from.x + x * end, y: from.y + y * end },
    width: Math.max(usual * Math.min(1, Math.max(0.4, (2 * stem) / (apart - from.r - to.r))), 1.5 / scale),
    colour: from.colour,
  }
}
