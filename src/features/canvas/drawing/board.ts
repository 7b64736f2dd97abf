/**
 * What stands on the canvas, and where: bubbles at rest on one layer, those in motion, dragged, aimed at or opened on another, so
 * that a drag paints only what moves (`painter.ts` paints them). It holds no React state; a React component gives it the layers and tells it of changes.
 */

import type { Circle } from '../../../model/canvas/grid.ts'
import { type Label, labelsAround, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { type Bubble, branchOf, type Scene } from '../../../model/canvas/scene.ts'
import type { Camera } from '../placing/camera.ts'
import { drawnFor } from '../placing/drawnFor.ts'
import { type Opened, openedOf, windowOf } from '../placing/opened.ts'
import type { Sight, Under } from '../placing/sight.ts'
import { type Box, contains, type Point, seen } from '../placing/viewport.ts'
import { type Hand, handOver } from './hand.ts'
import { circleAt, motionMs, reducedMotion } from './motion.ts'
import { type Mover, moverOf, noMoves } from './moves.ts'
import type { Colours } from './paint.ts'
import { budRadius, type Painted, painterOf } from './painter.ts'
import { noSigns, type SignSetters, signSetters } from './signs.ts'
import { circleOf, motionsOf, motionsTo, same } from './transitions.ts'
import { isOn } from './tray.ts'

/** Mounted and prepared beyond what is seen, in px of the screen. */
const margin = 256
/** So much later than a passage the new number of its bubble may come, in ms. */
const landsWithin = 1000

export interface Board extends SignSetters, Pick<Hand, 'lift' | 'drop' | 'settle'>, Pick<Mover, 'aim'> {
  readonly sight: Sight
  /** The first one stands at once; from then on what differs moves there. */
  setScene(scene: Scene): void
  setColours(colours: Colours): void
  /** What is inside this quirk comes out and stands around it, `whole`: at every depth; null: goes back. */
  expand(id: number | null, whole?: boolean): void
  /** The quirk that is in the hand, in the place that it was taken from. */
  readonly held: Bubble | undefined
  /** What this person has coded comes to the bubble that stands for the quirk in so many ms. */
  land(quirkId: number, inMs: number): void
  /** What lies under a point, but for what is in the hand; `slack` px beside a bubble still count. */
  under(at: Point, slack: number): Under
  /** In the place where it stands now, opened or at rest. */
  find(id: number): Bubble | undefined
  /** Where a bubble is shown now, in motion or in a drag. */
  shown(bubble: Bubble): Circle
  paintRest(context: CanvasRenderingContext2D): void
  paintLive(context: CanvasRenderingContext2D): void
  /** The font has come: all titles are placed anew. */
  refresh(): void
  /** Follows the camera from now on; returns the end of it. */
  open(): () => void
}

export interface Layers {
  drawRest(): void
  drawLive(): void
  onSight(sight: Sight): void
}

const reachOf = ({ tray }: Opened): Circle => ({ ...tray.from, r: tray.reach })

export function createBoard(camera: Camera, first: Scene, colours: Colours, layers: Layers): Board {
  let whole = first
  /** What is drawn of it from so near. */
  let scene = first
  let palette = colours
  let window: Box = { left: 0, top: 0, right: 0, bottom: 0 }
  let level = 1
  let sight: Sight = { scene, whole, numbers: [], labels: new Map(), opened: null }
  /** `at`: in ms of `performance.now`. */
  let landing: { id: number; at: number } | null = null
  let opened = false
  const moves = noMoves()
  const { motions } = moves
  const { animate, stop: standStill, move, aim } = moverOf(moves, layers)
  const signs = noSigns()

  const tell = (next: Sight) => {
    sight = next
    layers.onSight(sight)
  }

  const look = (anew: boolean) => {
    const { view, size } = camera
    if (size.width === 0) return
    const needed = seen(view, size, margin / 2)
    const next = levelOf(view.scale)
    if (!anew && next === level && contains(window, needed)) return
    window = seen(view, size, margin)
    const { opened: last } = sight
    const kept = anew && next === level ? last : null
    level = next
    const before = scene
    const from = anew || reducedMotion() ? null : shownNow()
    scene = foldedAt(whole, level)
    const numbers = scene.grid.within(window)
    const open = last && openedOf(scene, last.id, last.whole, level, windowOf(view, size), kept)
    if (open && moves.trayMotion) moves.trayMotion = { ...moves.trayMotion, to: reachOf(open) }
    tell({ scene, whole, numbers, labels: labelsAround(scene, numbers, level), opened: open })
    if (scene === before || !from) return
    // Seen from nearer or from further away, branches come apart or fold.
    motions.clear()
    move(motionsTo(scene, placed, from))
    animate()
  }

  /** Every place of a branch while it is opened; else the scene's. */
  const placed = (bubble: Bubble): Bubble => sight.opened?.scene.byId.get(bubble.id) ?? bubble
  const find = (id: number) => sight.opened?.scene.byId.get(id) ?? scene.byId.get(id)
  const labelOf = (bubble: Bubble): Label | undefined => {
    const inside = sight.opened?.scene.byId.get(bubble.id)
    return inside ? sight.opened?.labels.get(inside.index) : sight.labels.get(bubble.index)
  }

  const shown = (bubble: Bubble): Circle => {
    const { lifted } = hand
    const held = lifted?.held.get(bubble.id)
    if (lifted && held) return { x: held.x + lifted.by.x, y: held.y + lifted.by.y, r: held.r }
    const motion = motions.get(bubble.id)
    return motion ? circleAt(motion, performance.now()) : circleOf(placed(bubble))
  }

  const setScene = (next: Scene) => {
    const lands = landing && performance.now() < landing.at + landsWithin ? landing : null
    const before = opened && !reducedMotion() ? { ...shownNow(), landing: lands } : null
    const { budding } = signs
    if (budding?.id !== undefined && next.byId.has(budding.id)) {
      before?.from.set(budding.id, { ...budding, r: budRadius })
      signs.budding = null
    }
    opened = true
    whole = next
    scene = next
    motions.clear()
    hand.keepIn(next)
    if (moves.aimed && !next.byId.has(moves.aimed.id)) moves.aimed = null
    look(true)
    if (before) move(motionsTo(scene, placed, before))
    layers.drawRest()
    animate()
  }

  const shownNow = () => {
    return { scene, from: circlesInSight(), running: new Map(motions), scale: camera.view.scale }
  }

  const circlesInSight = (): Map<number, Circle> => {
    const circles = new Map<number, Circle>()
    const inside = sight.opened?.scene.bubbles ?? []
    for (const bubble of [...sight.numbers.map((number) => scene.bubbles[number]!), ...inside]) {
      circles.set(bubble.id, shown(bubble))
    }
    return circles
  }

  const expand = (id: number | null, whole = false) => {
    const last = sight.opened
    if (last?.id === (id ?? undefined) && (last === null || last.whole === whole)) return
    const kept = last?.id === id ? last : null
    const next = id === null ? null : openedOf(scene, id, whole, level, windowOf(camera.view, camera.size), kept)
    if (!next && !last) return
    const moving = branchesOf(scene, [last?.id, next?.id]).filter((bubble) => !hand.isHeld(bubble))
    const from = new Map(moving.map((bubble) => [bubble.id, shown(bubble)]))
    const trayFrom = last && last.id === next?.id ? reachOf(last) : next && circleOf(next.scene.bubbles[0]!)
    tell({ ...sight, opened: next })
    for (const { id: each } of moving) motions.delete(each)
    if (!reducedMotion()) {
      const going = motionsOf(moving, (bubble) => from.get(bubble.id)!, placed)
      move(going.filter(([, motion]) => !same(motion.from, motion.to)))
      moves.trayMotion = next &&
        trayFrom && { from: trayFrom, to: reachOf(next), start: performance.now(), ms: motionMs, pulse: false }
    }
    layers.drawRest()
    animate()
  }

  const takeUp = (id: number): ReadonlyMap<number, Bubble> => {
    // Taken up itself it closes: what is inside comes along as at rest.
    if (sight.opened?.id === id) expand(null)
    return new Map(branchOf(scene, id).map((bubble) => [bubble.id, { ...bubble, ...circleOf(placed(bubble)) }]))
  }

  const putBack = (id: number) => {
    if (!reducedMotion()) move(motionsOf(branchOf(scene, id), shown, placed))
  }

  const hand = handOver({ takeUp, putBack, drawRest: layers.drawRest, animate })
  const { isHeld, lift, drop, settle } = hand

  const open = () => {
    const stop = camera.onChange(() => {
      look(false)
      layers.drawRest()
      layers.drawLive()
    })
    return () => {
      stop()
      standStill()
    }
  }

  const painted = (): Painted => ({
    ...signs,
    ...moves,
    ...{ camera, scene, sight, colours: palette, lifted: hand.lifted },
    ...{ isHeld, find, shown, labelOf },
  })

  return {
    get sight() {
      return sight
    },
    get held() {
      return hand.lifted?.held.get(hand.lifted.id)
    },
    ...signSetters(signs, layers),
    setScene,
    setColours: (next) => {
      palette = next
      layers.drawRest()
      layers.drawLive()
    },
    expand,
    lift,
    drop,
    settle,
    aim,
    land: (quirkId, inMs) => {
      const bubble = drawnFor(quirkId, find)
      if (!bubble || reducedMotion()) return
      landing = { id: bubble.id, at: performance.now() + inMs }
      const circle = shown(bubble)
      motions.set(bubble.id, {
        from: circle,
        to: circleOf(placed(bubble)),
        start: landing.at,
        ms: motionMs,
        pulse: true,
      })
      layers.drawRest()
      animate()
    },
    under: (at, slack) => underIn(scene, sight.opened, isHeld, at, slack),
    find,
    shown,
    paintRest: (context) => painterOf(context, painted()).paintRest(),
    paintLive: (context) => painterOf(context, painted()).paintLive(),
    refresh: () => {
      look(true)
      layers.drawRest()
    },
    open,
  }
}

/** `isHeld`: in the hand, and passed over. */
function underIn(
  scene: Scene,
  open: Opened | null,
  isHeld: (bubble: Bubble) => boolean,
  at: Point,
  slack: number,
): Under {
  const inside = open?.scene.grid.at(at, slack, (number) => isHeld(open.scene.bubbles[number]!))
  if (open && inside !== undefined) return { bubble: open.scene.bubbles[inside], tray: false }
  if (open && isOn(open.tray, at)) return { bubble: open.scene.bubbles[0], tray: true }
  // What is opened does not stand where it stands at rest.
  const passOver = (number: number) => {
    const bubble = scene.bubbles[number]!
    return isHeld(bubble) || open?.scene.byId.has(bubble.id) === true
  }
  const number = scene.grid.at(at, slack, passOver)
  return { bubble: number === undefined ? undefined : scene.bubbles[number], tray: false }
}

/** All that is in one of these branches, once. */
function branchesOf(scene: Scene, ids: readonly (number | undefined)[]): Bubble[] {
  const found = new Map<number, Bubble>()
  for (const id of ids) for (const bubble of id === undefined ? [] : branchOf(scene, id)) found.set(bubble.id, bubble)
  return [...found.values()]
}
