/** A quirk opened on the canvas, as under a lens: its branch stands drawn apart around its own centre, on paper of its own over everything else. */
import type { Box, Point, Size } from '../../../model/canvas/box.ts'
import type { Circle } from '../../../model/canvas/grid.ts'
import { type Label, labelBox, labelsOf, type MayStand } from '../../../model/canvas/labels.ts'
import { type Bubble, hasChildren, isFolder, partOf, type Scene } from '../../../model/canvas/scene.ts'
import { type Tray, trayAround } from '../drawing/tray.ts'
import { corner } from './fittedScene.ts'
import { contains, seen, toCanvas, type View } from './viewport.ts'

export interface Opened {
  readonly id: number
  /** Its children's children have come out too, and so on. */
  readonly whole: boolean
  /** So many times as far apart as it is drawn in the scene from near. */
  readonly larger: number
  /** Of its branch alone: places as opened, numbers of their own. */
  readonly scene: Scene
  /** By number in `scene`. */
  readonly labels: ReadonlyMap<number, Label>
  /** The paper under all of it, names included. */
  readonly tray: Tray
}

/** What is seen of the canvas, in canvas px, and the part of it over which *New quirk* lies. */
export interface Window extends Box {
  readonly covered: Box
}

export function windowOf(view: View, size: Size): Window {
  const whole = seen(view, size, 0)
  const { x, y } = toCanvas(view, { x: size.width - corner.width, y: corner.height })
  return { ...whole, covered: { ...whole, left: x, bottom: y } }
}

const padding = 14
/** Who sees a branch drawn apart from so near needs no lens. */
const near = 0.79

/** Drawn as from so near at the least, where the window has no room for more. */
const leastNear = 0.7
/** Names keep their size, so that what reaches beyond the window goes by more than the part of it that does. */
const smaller = 0.93

/**
 * Null where there is nothing to open, or all of it is seen already. It keeps to `window` where it can: names
 * of what stands in it stand in it too.
 * `open`: as it is open already: it stays as large, so that nothing moves under the pointer whatever others change inside.
 */
export function openedOf(
  scene: Scene,
  id: number,
  whole: boolean,
  level: number,
  window: Window,
  open: Opened | null = null,
): Opened | null {
  const top = scene.byId.get(id)
  if (!top || !hasChildren(top)) return null
  const branch = scene.bubbles.slice(top.index, top.end)
  if (level >= near && !branch.some((bubble) => isFolder(scene, bubble))) return null
  if (open) return openedBy(scene, top, whole, level, open.larger, window)
  const from = Math.min(leastNear, level) / level
  let larger = Math.max(1, level) / level
  let all = openedBy(scene, top, true, level, larger, window)
  while (larger > from) {
    const share = shareOf(all.tray.corners, top, window)
    if (share >= 1) break
    larger = Math.max(from, larger * Math.min(share, smaller))
    all = openedBy(scene, top, true, level, larger, window)
  }
  return whole ? all : openedBy(scene, top, false, level, larger, window)
}

/** Up to 1: of what reaches furthest beyond `window` from a place inside, or furthest under what covers a corner of it, the part that does not. */
function shareOf(corners: readonly Point[], { x, y }: Point, { left, right, top, bottom, covered }: Window): number {
  const within = (from: number, to: number, least: number, most: number) =>
    to > most ? (most - from) / (to - from) : to < least ? (least - from) / (to - from) : 1
  const shares = corners.map((corner) => {
    const share = Math.min(within(x, corner.x, left, right), within(y, corner.y, top, bottom))
    if (!holds(covered, corner)) return share
    const beside = within(x, corner.x, left, covered.left)
    const below = within(y, corner.y, covered.bottom, bottom)
    return Math.min(share, Math.max(beside, below))
  })
  return Math.max(0.1, Math.min(...shares))
}

const holds = ({ left, right, top, bottom }: Box, { x, y }: Point): boolean =>
  x > left && x < right && y > top && y < bottom
const meet = (a: Box, b: Box): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

/** A name stands where it is seen, together with its paper, as long as its disc is seen. */
function inSightOf(window: Window, level: number): MayStand {
  const around = padding / level
  return ({ x, y, r }, { left, top, right, bottom }) => {
    if (!contains(window, { left: x - r, top: y - r, right: x + r, bottom: y + r })) return true
    const paper = { left: left - around, top: top - around, right: right + around, bottom: bottom + around }
    return contains(window, paper) && !meet(window.covered, paper)
  }
}

function openedBy(scene: Scene, top: Bubble, whole: boolean, level: number, larger: number, window: Window): Opened {
  const places = new Map<number, Circle>()
  for (const { id: each, parent, depth, own } of scene.bubbles.slice(top.index, top.end)) {
    const apart = whole || depth <= top.depth + 1
    const place = {
      x: top.x + (own.x - top.own.x) * larger,
      y: top.y + (own.y - top.own.y) * larger,
      r: own.r * larger,
    }
    places.set(each, apart ? place : { ...places.get(parent)!, r: 0 })
  }
  const part = partOf(scene, top, places)
  const labels = labelsOf(
    part,
    part.bubbles.map(({ index }) => index),
    level,
    undefined,
    inSightOf(window, level),
  )
  const titles = Array.from(labels, ([number, label]) => labelBox(label, part.bubbles[number]!, level))
  const seen = part.bubbles.filter(({ r }) => r > 0)
  return {
    id: top.id,
    whole,
    larger,
    scene: part,
    labels,
    tray: trayAround(seen, titles, padding / level, part.bubbles[0]!),
  }
}
