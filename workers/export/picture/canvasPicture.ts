/** The main canvas as a picture: what `src/features/canvas/paint.ts` shows of bubbles at rest, all of them in sight. */
import { countSize, fontAt, inkOn, type Label, labelsOf, levelOf } from '../../../src/model/canvas/labels.ts'
import { type Bubble, onlyShown, type Scene, sceneOf } from '../../../src/model/canvas/scene.ts'
import { capture, zoom } from '../../../src/model/limits.ts'
import { stem } from '../../../src/model/rules/bubbleLayout.ts'
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

/** 1 §9: 1,920 px wide, the bubbles 1,632 of them. */
export function canvasPicture({ quirks, options, measure }: Drawn): Picture {
  const whole = sceneOf(new Map(quirks.map((quirk) => [quirk.id, quirk])))
  const scene = onlyShown(whole, options.shown && new Set(options.shown))
  const bounds = scene.bounds ?? { left: 0, top: 0, right: capture.scaleFrom, bottom: capture.width / 4 }
  const [wide, high] = [Math.max(1, bounds.right - bounds.left), Math.max(1, bounds.bottom - bounds.top)]
  const scale = Math.min(zoom.most, capture.scaleFrom / wide, (highest - 2 * margin) / high)
  const move = { x: capture.width / scale / 2 - (bounds.left + bounds.right) / 2, y: margin / scale - bounds.top }
  return {
    name: 'canvas',
    title: options.words.canvas,
    width: capture.width,
    height: Math.ceil(high * scale + 2 * margin),
    scale,
    background: paper.raised,
    shapes: allShifted(
      bubbleShapes(scene, { scale: Math.min(mostSeen, scale / leastNearness), ...options, measure }),
      move.x,
      move.y,
    ),
  }
}

interface Style {
  /** Of the screen that it would be seen on. */
  scale: number
  counter: boolean
  words: { untitled: string }
  measure(text: string): number
}

/** Stems, discs with what stands in them, then the titles beside them: the canvas paints in this order. */
function* bubbleShapes(scene: Scene, { scale, counter, words, measure }: Style): Generator<Shape> {
  const level = levelOf(scale)
  const font = fontAt(level)
  const numbers = scene.bubbles.map(({ index }) => index)
  const labels = labelsOf(scene, numbers, { level, counter, untitled: words.untitled, measure })
  const written = (text: string, x: number, y: number, fill: string, size = font, weight = titleWeight): Shape => ({
    ...{ kind: 'text', text, x, y, size, weight, fill, anchor: 'middle' },
    width: measure(text) * size,
  })
  for (const bubble of scene.bubbles) {
    const parent = scene.byId.get(bubble.parent)
    if (parent) yield* stemShape(parent, bubble, scale)
  }
  for (const bubble of scene.bubbles) {
    yield* disc(bubble, scale)
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
