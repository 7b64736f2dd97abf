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
import { type Opened, openedOf } from '../placing/opened.ts'
import type { Sight, Under } from '../placing/sight.ts'
import { type Box, contains, type Point, seen } from '../placing/viewport.ts'
import { circleAt, type Motion, motionMs, progress, reducedMotion } from './motion.ts'
import type { Colours } from './paint.ts'
import {
  type Aim,
  type Bud,
  budRadius,
  type Holder,
  type Lift,
  type Mark,
  type Painted,
  painterOf,
  swellMs,
} from './painter.ts'
import { circleOf, mostMotions, motionsOf, motionsTo, same } from './transitions.ts'
import { isOn } from './tray.ts'

/** Mounted and prepared beyond what is seen, in px of the screen. */
const margin = 256
/** So much later than a passage the new number of its bubble may come, in ms. */
const landsWithin = 1000

export interface Board {
  readonly sight: Sight
  /** The first one stands at once; from then on what differs moves there. */
  setScene(scene: Scene): void
  /** Whether numbers stand in the discs. */
  setCounter(counter: boolean): void
  setColours(colours: Colours): void
  /** What is inside this quirk comes out and stands around it, `whole`: at every depth; null: goes back. */
  expand(id: number | null, whole?: boolean): void
  /** A dragged quirk with all below it; null puts it back. */
  lift(id: number | null, by?: Point): void
  /** The quirk that is in the hand, in the place that it was taken from. */
  readonly held: Bubble | undefined
  /** Let go: it stays where it is until the next scene tells where it belongs. */
  drop(): void
  /** What was let go and no scene has placed since goes back. */
  settle(): void
  aim(aim: Aim | null): void
  /** Where a new quirk would be made. */
  ghost(at: Point | null): void
  bud(bud: Bud | null): void
  /** The bubble whose whole title stands beside it already. */
  caption(id: number | null): void
  /** The quirk that is chosen; one that is folded is marked where it is folded into. */
  mark(mark: Mark | null): void
  /** The bubble under the pointer: a ring in ink goes around it, and nothing else changes. */
  point(id: number | null): void
  /** These quirks are pointed at elsewhere: the others step back; null: all are as they are. */
  brush(quirkIds: ReadonlySet<number> | null): void
  /** What this person has coded comes to the bubble that stands for the quirk in so many ms. */
  land(quirkId: number, inMs: number): void
  /** The quirks that others have in the hand or in a form. */
  holders(holders: ReadonlyMap<number, Holder>): void
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
  let counted = true
  let window: Box = { left: 0, top: 0, right: 0, bottom: 0 }
  let level = 1
  let sight: Sight = { scene, whole, numbers: [], labels: new Map(), opened: null }
  let lifted: Lift | null = null
  let aimed: (Aim & { since: number }) | null = null
  /** The radius to which the tray has grown. */
  let trayMotion: Motion | null = null
  let ghostAt: Point | null = null
  let budding: Bud | null = null
  let brushed: ReadonlySet<number> | null = null
  /** `at`: in ms of `performance.now`. */
  let landing: { id: number; at: number } | null = null
  let captioned: number | null = null
  let marked: Mark | null = null
  let pointed: number | null = null
  let heldByOthers: ReadonlyMap<number, Holder> = new Map()
  let frame = 0
  let opened = false
  const motions = new Map<number, Motion>()

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
    const open = last && openedOf(scene, last.id, last.whole, level, seen(view, size, 0), kept)
    if (open && trayMotion) trayMotion = { ...trayMotion, to: reachOf(open) }
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
  const isHeld = ({ id }: Bubble) => lifted?.held.has(id) === true
  const labelOf = (bubble: Bubble): Label | undefined => {
    const inside = sight.opened?.scene.byId.get(bubble.id)
    return inside ? sight.opened?.labels.get(inside.index) : sight.labels.get(bubble.index)
  }

  const shown = (bubble: Bubble): Circle => {
    const held = lifted?.held.get(bubble.id)
    if (lifted && held) return { x: held.x + lifted.by.x, y: held.y + lifted.by.y, r: held.r }
    const motion = motions.get(bubble.id)
    return motion ? circleAt(motion, performance.now()) : circleOf(placed(bubble))
  }

  const animate = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const now = performance.now()
      let ended = false
      for (const [id, motion] of motions)
        ended = (progress(motion.start, now, motion.ms) === 1 && motions.delete(id)) || ended
      if (trayMotion && progress(trayMotion.start, now) === 1) trayMotion = null
      if (ended) layers.drawRest()
      layers.drawLive()
      if (motions.size > 0 || trayMotion || (aimed && progress(aimed.since, now, swellMs) < 1)) animate()
    })
  }

  const move = (moved: readonly [number, Motion][]) => {
    if (moved.length <= mostMotions) for (const [id, motion] of moved) motions.set(id, motion)
  }

  const setScene = (next: Scene) => {
    const lands = landing && performance.now() < landing.at + landsWithin ? landing : null
    const before = opened && !reducedMotion() ? { ...shownNow(), landing: lands } : null
    const stays = lifted && !lifted.dropped && next.byId.has(lifted.id)
    if (budding?.id !== undefined && next.byId.has(budding.id)) {
      before?.from.set(budding.id, { ...budding, r: budRadius })
      budding = null
    }
    opened = true
    whole = next
    scene = next
    motions.clear()
    if (!stays) lifted = null
    if (aimed && !next.byId.has(aimed.id)) aimed = null
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
    const next = id === null ? null : openedOf(scene, id, whole, level, seen(camera.view, camera.size, 0), kept)
    if (!next && !last) return
    const moving = branchesOf(scene, [last?.id, next?.id]).filter((bubble) => !isHeld(bubble))
    const from = new Map(moving.map((bubble) => [bubble.id, shown(bubble)]))
    const trayFrom = last && last.id === next?.id ? reachOf(last) : next && circleOf(next.scene.bubbles[0]!)
    tell({ ...sight, opened: next })
    for (const { id: each } of moving) motions.delete(each)
    if (!reducedMotion()) {
      const going = motionsOf(moving, (bubble) => from.get(bubble.id)!, placed)
      move(going.filter(([, motion]) => !same(motion.from, motion.to)))
      trayMotion = next &&
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

  const lift = (id: number | null, by: Point = { x: 0, y: 0 }) => {
    const before = lifted
    if (id !== null && before?.id === id) lifted = { ...before, by, dropped: false }
    else {
      if (before) putBack(before)
      lifted = id === null ? null : { id, by, dropped: false, held: takeUp(id) }
      layers.drawRest()
    }
    animate()
  }

  /** A drag that came to nothing: all of it goes back to its place in a short motion. */
  const putBack = ({ id }: Lift) => {
    const back = branchOf(scene, id)
    if (!reducedMotion()) move(motionsOf(back, shown, placed))
    lifted = null
  }

  const open = () => {
    const stop = camera.onChange(() => {
      look(false)
      layers.drawRest()
      layers.drawLive()
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }

  const painted = (): Painted => ({
    camera,
    scene,
    sight,
    colours: palette,
    counted,
    lifted,
    aimed,
    trayMotion,
    ghostAt,
    budding,
    brushed,
    captioned,
    marked,
    pointed,
    heldByOthers,
    motions,
    isHeld,
    find,
    shown,
    labelOf,
  })

  return {
    get sight() {
      return sight
    },
    get held() {
      return lifted?.held.get(lifted.id)
    },
    setScene,
    setCounter: (next) => {
      if (next === counted) return
      counted = next
      layers.drawRest()
    },
    setColours: (next) => {
      palette = next
      layers.drawRest()
      layers.drawLive()
    },
    expand,
    lift,
    drop: () => {
      if (lifted) lifted = { ...lifted, dropped: true }
    },
    settle: () => {
      if (lifted?.dropped) lift(null)
    },
    aim: (next) => {
      if (aimed?.id === next?.id && aimed?.refused === next?.refused) return
      aimed = next && { ...next, since: performance.now() }
      animate()
    },
    caption: (id) => {
      if (captioned === id) return
      captioned = id
      layers.drawRest()
      layers.drawLive()
    },
    mark: (next) => {
      if (marked?.id === next?.id && marked?.focused === next?.focused) return
      marked = next
      layers.drawRest()
      layers.drawLive()
    },
    holders: (next) => {
      heldByOthers = next
      layers.drawLive()
    },
    ghost: (at) => {
      ghostAt = at
      layers.drawLive()
    },
    point: (id) => {
      if (id === pointed) return
      pointed = id
      layers.drawLive()
    },
    brush: (quirkIds) => {
      if (brushed === quirkIds) return
      brushed = quirkIds
      layers.drawRest()
    },
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
    bud: (next) => {
      budding = next
      layers.drawLive()
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
