/** Draws one bubble: the one path for bubbles at rest, in motion and in a drag. Units: canvas px; the context is scaled already. */

import { stem } from '../../../model/canvas/bubbleLayout.ts'
import type { Circle } from '../../../model/canvas/grid.ts'
import { countSize, inkOn, type Label } from '../../../model/canvas/labels.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { canvasFont, titleWeight } from '../../../ui/measureText.ts'
import type { Tray } from './tray.ts'

/** What does not change from bubble to bubble within a frame. */
export interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly scale: number
  readonly font: number
  readonly colours: Colours
  /** Titles beside bubbles stand over others: a line of paper around the letters keeps them readable. */
  readonly halo: boolean
}

export interface Colours {
  readonly paper: string
  readonly ink: string
  /** For what steps back. */
  readonly soft: string
  readonly accent: string
  readonly danger: string
}

/** `read`: the value of a token. */
export const coloursFrom = (read: (token: `--${string}`) => string): Colours => ({
  paper: read('--raised'),
  ink: read('--ink'),
  soft: read('--ink-soft'),
  accent: read('--accent'),
  danger: read('--danger'),
})

const leading = 1.18
/** In canvas px; less where a bubble is small or the stem long. */
const stemWidth = 6

/** `frame`: a ring in its colour, empty inside. */
export function paintDisc(pen: Pen, circle: Circle, { colour, frame }: Pick<Bubble, 'colour' | 'frame'>): void {
  const { context, colours, scale } = pen
  // A line of paper keeps touching bubbles apart; filling twice is cheaper than a stroke.
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r + 0.75 / scale, 0, Math.PI * 2)
  context.fillStyle = colours.paper
  context.fill()
  context.beginPath()
  // A new bubble grows from nothing, and a negative radius is an error.
  context.arc(circle.x, circle.y, Math.max(0, circle.r - 0.75 / scale), 0, Math.PI * 2)
  context.fillStyle = colour
  context.fill()
  if (!frame) return
  context.beginPath()
  context.arc(circle.x, circle.y, Math.max(0, circle.r - 2.75 / scale), 0, Math.PI * 2)
  context.fillStyle = colours.paper
  context.fill()
}

/** What stands inside the disc. */
export function paintLabel(pen: Pen, bubble: Bubble, circle: Circle, label: Label | undefined): void {
  if (label) paintInside(pen, bubble, circle, label.where === 'inside' ? label.lines : [], label.count)
}

/** A title beside its bubble, moved along with it; painted after all discs. */
export function paintTitleBeside(pen: Pen, bubble: Bubble, circle: Circle, label: Label | undefined): void {
  if (label?.where !== 'beside') return
  const { context, colours, font, halo } = pen
  const away = { x: label.x - bubble.x, y: label.y - bubble.y }
  const length = Math.hypot(away.x, away.y) || 1
  const x = circle.x + away.x + (away.x / length) * (circle.r - bubble.r)
  const y = circle.y + away.y + (away.y / length) * (circle.r - bubble.r)
  context.font = canvasFontOf(font, titleWeight)
  const first = y - ((label.lines.length - 1) * font * leading) / 2
  context.lineWidth = font * 0.3
  context.lineJoin = 'round'
  context.strokeStyle = colours.paper
  context.fillStyle = bubble.frame ? colours.soft : colours.ink
  label.lines.forEach((line, row) => {
    if (halo) context.strokeText(line, x, first + row * font * leading)
    context.fillText(line, x, first + row * font * leading)
  })
}

function paintInside(
  { context, colours, font }: Pen,
  bubble: Bubble,
  at: Circle,
  lines: readonly string[],
  count: string,
): void {
  const rows = lines.length + (count ? 1 : 0)
  if (rows === 0) return
  const first = at.y - ((rows - 1) * font * leading) / 2
  context.fillStyle = bubble.frame ? colours.soft : inkOn(bubble.colour)
  context.font = canvasFontOf(font, titleWeight)
  lines.forEach((line, row) => {
    context.fillText(line, at.x, first + row * font * leading)
  })
  if (!count) return
  context.font = canvasFontOf(font * countSize, 400)
  context.fillText(count, at.x, first + lines.length * font * leading)
}

/** A ring around a drop target, to be seen on any colour; dashed where a drop would be refused. */
export function paintRing({ context, colours, scale }: Pen, circle: Circle, refused: boolean): void {
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r + 5 / scale, 0, Math.PI * 2)
  context.lineWidth = 6 / scale
  context.strokeStyle = colours.paper
  context.stroke()
  context.lineWidth = 2.5 / scale
  context.strokeStyle = refused ? colours.danger : colours.accent
  context.setLineDash(refused ? [6 / scale, 5 / scale] : [])
  context.stroke()
  context.setLineDash([])
}

/** Another has it in the hand: a ring in their colour, and their name over it. */
export function paintHolder(
  { context, colours, scale }: Pen,
  circle: Circle,
  { author, colour }: { author: string; colour: string },
): void {
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r + 4 / scale, 0, Math.PI * 2)
  context.lineWidth = 6 / scale
  context.strokeStyle = colours.paper
  context.stroke()
  context.lineWidth = 3 / scale
  context.strokeStyle = colour
  context.stroke()
  context.font = canvasFontOf(11 / scale, titleWeight)
  const width = context.measureText(author).width + 10 / scale
  const height = 17 / scale
  const top = circle.y - circle.r - 6 / scale - height
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(circle.x - width / 2, top, width, height, 4 / scale)
  context.fill()
  context.fillStyle = '#fff'
  context.fillText(author, circle.x, top + height / 2)
}

/** Paper of its own for what an opened quirk holds, above everything else; `share` of its size, 0 to 1, while it grows. */
export function paintTray({ context, colours, scale }: Pen, { corners, from }: Tray, share: number): void {
  context.beginPath()
  for (const { x, y } of corners) context.lineTo(from.x + (x - from.x) * share, from.y + (y - from.y) * share)
  context.closePath()
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 0.18)'
  context.shadowBlur = 22 * scale
  context.shadowOffsetY = 6 * scale
  context.fillStyle = colours.paper
  context.fill()
  context.restore()
  context.globalAlpha = 0.45
  context.lineWidth = 1 / scale
  context.strokeStyle = colours.soft
  context.stroke()
  context.globalAlpha = 1
}

/** From the rim of a parent to that of its child: whatever is painted later, neither disc is crossed. */
export function paintStem({ context, scale }: Pen, from: Circle, to: Circle, colour: string): void {
  const x = to.x - from.x
  const y = to.y - from.y
  const apart = Math.hypot(x, y)
  if (apart <= from.r + to.r) return
  const length = apart - from.r - to.r
  const usual = Math.min(stemWidth, to.r * 0.35, from.r * 0.35)
  const begin = (from.r - 1 / scale) / apart
  const end = 1 - (to.r - 1 / scale) / apart
  context.beginPath()
  context.moveTo(from.x + x * begin, from.y + y * begin)
  context.lineTo(from.x + x * end, from.y + y * end)
  context.lineWidth = Math.max(usual * Math.min(1, Math.max(0.4, (2 * stem) / length)), 1.5 / scale)
  context.strokeStyle = colour
  context.stroke()
}

/** The quirk that is chosen, or has the focus of the keyboard. Painted with its disc: what is painted after it stays whole. */
export function paintMark({ context, colours, scale }: Pen, circle: Circle, focused: boolean): void {
  const width = (focused ? 3 : 1.75) / scale
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r + 2.5 / scale + width / 2, 0, Math.PI * 2)
  context.lineWidth = width
  context.strokeStyle = focused ? colours.accent : colours.ink
  context.stroke()
}

/** Only what is lifted off the canvas casts a shadow. */
export function paintShadow({ context, scale }: Pen, { x, y, r }: Circle, colour: string): void {
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 0.35)'
  context.shadowBlur = 18 * scale
  context.shadowOffsetY = 6 * scale
  context.beginPath()
  context.arc(x, y, r, 0, Math.PI * 2)
  context.fillStyle = colour
  context.fill()
  context.restore()
}

/** Where a passage dropped on empty space makes a new quirk. */
export function paintGhost({ context, colours, scale }: Pen, circle: Circle): void {
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r, 0, Math.PI * 2)
  context.lineWidth = 1.5 / scale
  context.strokeStyle = colours.accent
  context.setLineDash([4 / scale, 4 / scale])
  context.stroke()
  context.setLineDash([])
  context.beginPath()
  const arm = 6 / scale
  context.moveTo(circle.x - arm, circle.y)
  context.lineTo(circle.x + arm, circle.y)
  context.moveTo(circle.x, circle.y - arm)
  context.lineTo(circle.x, circle.y + arm)
  context.stroke()
}

const fonts = new Map<number, string>()

function canvasFontOf(size: number, weight: number): string {
  const key = size * 1000 + weight
  const known = fonts.get(key)
  if (known) return known
  const font = canvasFont(size, weight)
  if (fonts.size > 200) fonts.clear()
  fonts.set(key, font)
  return font
}
