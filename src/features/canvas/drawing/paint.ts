/** Draws one bubble: the one path for bubbles at rest, in motion and in a drag. Units: canvas px; the context is scaled already. */

import { formatNumber } from '../../../i18n/formats.ts'
import type { Box } from '../../../model/canvas/box.ts'
import { discNumber } from '../../../model/canvas/discNumber.ts'
import type { Circle } from '../../../model/canvas/grid.ts'
import { type Label, labelBox } from '../../../model/canvas/labels.ts'
import { nameLeading } from '../../../model/canvas/map/name.ts'
import { limbOf, limbShare, type Outline, ringOf, territoryColours } from '../../../model/canvas/map/territory.ts'
import { type Bubble, isHollow } from '../../../model/canvas/scene.ts'
import { discInk, type Shades, shadesOf } from '../../../model/palette.ts'
import { canvasFont, readingFont, titleWeight } from '../../../ui/measureText.ts'
import type { Tray } from './tray.ts'

/** What does not change from bubble to bubble within a frame. */
export interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly scale: number
  readonly colours: Colours
}

export interface Colours {
  readonly paper: string
  readonly ink: string
  /** For what steps back. */
  readonly soft: string
  readonly accent: string
  readonly danger: string
  /** Which of a quirk's two shades is painted. */
  readonly scheme: keyof Shades
}

/** `read`: the value of a token. */
export const coloursFrom = (read: (token: `--${string}`) => string, scheme: keyof Shades): Colours => ({
  scheme,
  paper: read('--raised'),
  ink: read('--ink'),
  soft: read('--ink-soft'),
  accent: read('--accent'),
  danger: read('--danger'),
})

/** Filled with its colour; for a quirk that stands for no highlights, a ring of 2 px with paper inside. */
export function paintDisc(pen: Pen, circle: Circle, bubble: Pick<Bubble, 'colour' | 'frame' | 'count'>): void {
  const { context, colours, scale } = pen
  // A line of paper keeps touching bubbles apart; filling twice is cheaper than a stroke.
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r + 0.75 / scale, 0, Math.PI * 2)
  context.fillStyle = colours.paper
  context.fill()
  context.beginPath()
  // A new bubble grows from nothing, and a negative radius is an error.
  context.arc(circle.x, circle.y, Math.max(0, circle.r - 0.75 / scale), 0, Math.PI * 2)
  context.fillStyle = shadesOf(bubble.colour)[colours.scheme]
  context.fill()
  if (!isHollow(bubble)) return
  context.beginPath()
  context.arc(circle.x, circle.y, Math.max(0, circle.r - 2.75 / scale), 0, Math.PI * 2)
  context.fillStyle = colours.paper
  context.fill()
}

/** What is inside a folded quirk: around its disc first its own share, then that of each child. */
export function paintShares(
  { context, colours, scale }: Pen,
  circle: Circle,
  shares: readonly [string, number][],
): void {
  const { r, width, arcs } = ringOf(circle, shares, scale)
  context.lineWidth = width
  for (const { colour, from, to } of arcs) {
    context.beginPath()
    context.arc(circle.x, circle.y, r, from, to)
    context.strokeStyle = shadesOf(colour)[colours.scheme]
    context.stroke()
  }
}

/** The number in a disc; none where there is nothing to count. `before`: the one that goes up and leaves its place, and how far it is, 0 to 1. */
export function paintCount(
  { context, colours, scale }: Pen,
  circle: Circle,
  bubble: Bubble,
  before: { readonly count: number; readonly share: number } | null,
): void {
  const shown = discNumber(bubble, circle.r, scale, formatNumber)
  if (!shown) return
  const { number, inside, size } = shown
  context.font = canvasFontOf(size / scale, 600)
  context.fillStyle = inside ? colours.soft : discInk[colours.scheme]
  const { count, share } = before ?? { count: 0, share: 1 }
  const way = (0.8 * size) / scale
  if (share < 1 && count > 0) {
    context.globalAlpha = 1 - share
    context.fillText(formatNumber(count), circle.x, circle.y - way * share)
  }
  context.globalAlpha = share
  context.fillText(number, circle.x, circle.y + way * (1 - share))
  context.globalAlpha = 1
}

/** A name beside its disc, in one size on screen; painted after all discs. */
export function paintName({ context, colours, scale }: Pen, bubble: Bubble, circle: Circle, label: Label): void {
  const box = labelBox(label, circle, scale)
  const font = label.size / scale
  const x = (box.left + box.right) / 2
  context.font = label.heading ? readingFont(font, 600) : canvasFontOf(font, bubble.depth === 1 ? 600 : 500)
  context.lineWidth = 3.5 / scale
  context.lineJoin = 'round'
  context.strokeStyle = colours.paper
  context.fillStyle = bubble.frame ? colours.soft : colours.ink
  label.lines.forEach((line, row) => {
    const y = box.top + (row + 0.5) * nameLeading * font
    context.strokeText(line, x, y)
    context.fillText(line, x, y)
  })
}

/** The land of a branch, under all that stands on it: one colour, with a line around all of it together. */
export function paintTerritory({ context, colours, scale }: Pen, outlines: readonly Outline[], colour: string): void {
  const { land, shore } = territoryColours(shadesOf(colour)[colours.scheme], colours.paper)
  context.beginPath()
  for (const outline of outlines) {
    outline.forEach(({ x, y }, at) => {
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    })
    context.closePath()
  }
  context.lineJoin = 'round'
  context.lineWidth = 22 + 2 / scale
  context.strokeStyle = shore
  context.stroke()
  context.lineWidth = 22
  context.strokeStyle = land
  context.stroke()
  context.fillStyle = land
  context.fill()
}

/** So far the ring around a drop target reaches beyond its disc, in px of the screen. */
export const ringReach = 12

/** A ring around a drop target, in its colour with paper within and a halo without; dashed where a drop would be refused. */
export function paintRing({ context, colours, scale }: Pen, circle: Circle, refused: boolean, colour: string): void {
  const ring = refused ? colours.danger : shadesOf(colour)[colours.scheme]
  const around = (away: number, width: number, style: string) => {
    context.beginPath()
    context.arc(circle.x, circle.y, circle.r + away / scale, 0, Math.PI * 2)
    context.lineWidth = width / scale
    context.strokeStyle = style
    context.stroke()
  }
  around(2.5, 5, colours.paper)
  context.globalAlpha = 0.25
  around(10, 4, ring)
  context.globalAlpha = 1
  context.setLineDash(refused ? [6 / scale, 5 / scale] : [])
  around(6.5, 3, ring)
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

interface Limb {
  readonly parent: Bubble
  readonly child: Bubble
}

/** What ties a child to its parent, in the parent's colour. */
export function paintLimb({ context, colours, scale }: Pen, limb: Limb, from: Circle, to: Circle): void {
  const { parent, child } = limb
  const outline = limbOf(from, to, limbShare(parent, child), scale)
  if (!outline) return
  context.beginPath()
  for (const { x, y } of outline) context.lineTo(x, y)
  context.closePath()
  context.globalAlpha = 0.62
  context.fillStyle = shadesOf(parent.colour)[colours.scheme]
  context.fill()
  context.globalAlpha = 1
}

/** All that stands on the canvas steps back behind what is opened over it, aimed at or pointed at elsewhere. */
export function paintFade({ context, colours }: Pen, { left, top, right, bottom }: Box): void {
  context.globalAlpha = 0.66
  context.fillStyle = colours.paper
  context.fillRect(left, top, right - left, bottom - top)
  context.globalAlpha = 1
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
export function paintShadow({ context, colours, scale }: Pen, { x, y, r }: Circle, colour: string): void {
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 0.35)'
  context.shadowBlur = 18 * scale
  context.shadowOffsetY = 6 * scale
  context.beginPath()
  context.arc(x, y, r, 0, Math.PI * 2)
  context.fillStyle = shadesOf(colour)[colours.scheme]
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

/** A quirk that is being named: it is there already, in the colour that it will have. */
export function paintBud({ context, colours, scale }: Pen, circle: Circle, colour: string): void {
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r, 0, Math.PI * 2)
  context.fillStyle = shadesOf(colour)[colours.scheme]
  context.fill()
  context.beginPath()
  context.arc(circle.x, circle.y, circle.r + 3.5 / scale, 0, Math.PI * 2)
  context.lineWidth = 2 / scale
  context.strokeStyle = colours.ink
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
