/**
 * What is painted on the canvas, and how: bubbles at rest on one layer, those in motion, dragged, aimed at or opened on another, so
 * that a drag paints only what moves. It holds no React state; a React component gives it the layers and tells it of changes.
 */

import type { Circle } from '../../../model/canvas/grid.ts'
import { type Label, labelsAround, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { type Outline, sharesOf, webOf } from '../../../model/canvas/map/territory.ts'
import { type Bubble, branchOf, isFolder, type Scene } from '../../../model/canvas/scene.ts'
import { bubbleSize } from '../../../model/limits.ts'
import type { Camera } from '../placing/camera.ts'
import { drawnFor } from '../placing/drawnFor.ts'
import { type Opened, openedOf } from '../placing/opened.ts'
import type { Sight, Under } from '../placing/sight.ts'
import { type Box, contains, type Point, seen } from '../placing/viewport.ts'
import { circleAt, type Motion, motionMs, progress, reducedMotion } from './motion.ts'
import {
  type Colours,
  type Pen,
  paintBud,
  paintCount,
  paintDisc,
  paintFade,
  paintGhost,
  paintHolder,
  paintLimb,
  paintMark,
  paintName,
  paintRing,
  paintShadow,
  paintShares,
  paintTerritory,
  paintTray,
  ringReach,
} from './paint.ts'
import { circleOf, mostMotions, motionsOf, motionsTo, same } from './transitions.ts'
import { isOn } from './tray.ts'

/** Mounted and prepared beyond what is seen, in px of the screen. */
const margin = 256
const swellMs = 150
const swell = 0.1
/** So much later than a passage the new number of its bubble may come, in ms. */
const landsWithin = 1000
/** As a quirk without highlights is drawn. */
export const budRadius = bubbleSize.least / 2

export interface Aim {
  readonly id: number
  /** A drop here would be refused. */
  readonly refused: boolean
  /** The whole branch that it belongs to stands out, as all of it may take what is held; the others step back. */
  readonly branch?: boolean
}

export interface Mark {
  readonly id: number
  /** By keyboard. */
  readonly focused: boolean
}

/** A quirk that is being named. */
export interface Bud extends Point {
  /** `#rrggbb`. */
  readonly colour: string
  /** Once it is made; it stands here until a scene has it. */
  readonly id?: number
}

/** Another person. `colour`: as CSS writes it. */
export interface Holder {
  readonly author: string
  readonly colour: string
}

interface Lift {
  readonly id: number
  readonly by: Point
  /** Dropped: it stays where it is until the next scene tells where it belongs. */
  readonly dropped: boolean
  /** With all below it, each in the place that it had when it was taken up; in the order of painting. */
  readonly held: ReadonlyMap<number, Bubble>
}

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

/** What is painted along with a bubble. */
type LabelFor = (bubble: Bubble) => Label | undefined

export function createBoard(camera: Camera, first: Scene, colours: Colours, layers: Layers): Board {
  let whole = first
  /** What is drawn of it from so near. */
  let scene = first
  let pen: Pick<Pen, 'colours'> = { colours }
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
  /** Of bubbles at rest, each with the one that it hangs on. */
  const webs = new WeakMap<Bubble, Outline>()

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
  const labelOf: LabelFor = (bubble) => {
    const inside = sight.opened?.scene.byId.get(bubble.id)
    return inside ? sight.opened?.labels.get(inside.index) : sight.labels.get(bubble.index)
  }

  const shown = (bubble: Bubble): Circle => {
    const held = lifted?.held.get(bubble.id)
    if (lifted && held) return { x: held.x + lifted.by.x, y: held.y + lifted.by.y, r: held.r }
    const motion = motions.get(bubble.id)
    return motion ? circleAt(motion, performance.now()) : circleOf(placed(bubble))
  }

  const under = (at: Point, slack: number): Under => {
    const { opened: open } = sight
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
    const moving = branches([last?.id, next?.id]).filter((bubble) => !isHeld(bubble))
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

  const branches = (ids: readonly (number | undefined)[]): Bubble[] => {
    const found = new Map<number, Bubble>()
    for (const id of ids) for (const bubble of id === undefined ? [] : branchOf(scene, id)) found.set(bubble.id, bubble)
    return [...found.values()]
  }

  const penFor = (context: CanvasRenderingContext2D): Pen => {
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    return { ...pen, context, scale: camera.view.scale }
  }

  const paintRest = (context: CanvasRenderingContext2D) => {
    const now = penFor(context)
    const box = seen(camera.view, camera.size, 8)
    const near = 90 / now.scale
    const resting: Bubble[] = []
    for (const number of sight.numbers) {
      const bubble = scene.bubbles[number]
      if (
        !bubble ||
        bubble.folded ||
        motions.has(bubble.id) ||
        isHeld(bubble) ||
        sight.opened?.scene.byId.has(bubble.id)
      )
        continue
      const { x, y, r } = bubble
      if (x + r + near < box.left || x - r - near > box.right || y + r + near < box.top || y - r - near > box.bottom)
        continue
      resting.push(bubble)
    }
    paintAll(now, resting, (bubble) => bubble)
    if (sight.opened) paintFade(now, box)
    else if (brushed) paintBrushed(now, box, resting, brushed)
  }

  const paintBrushed = (now: Pen, box: Box, resting: readonly Bubble[], quirkIds: ReadonlySet<number>) => {
    paintFade(now, box)
    const meant = new Set(Array.from(quirkIds, (id) => drawnFor(id, find)?.id))
    const bright = resting.filter(({ id }) => meant.has(id))
    paintDiscs(now, bright, bright, false)
    for (const bubble of bright) {
      paintMark(now, bubble, false)
      const label = labelOf(bubble)
      if (label && bubble.id !== captioned) paintName(now, bubble, bubble, label)
    }
  }

  /** `unnamed`: the one whose name is painted elsewhere. */
  const paintAll = (now: Pen, bubbles: readonly Bubble[], circle: (bubble: Bubble) => Circle, unnamed?: number) => {
    const circles = bubbles.map(circle)
    paintLands(now, bubbles, circles)
    paintDiscs(now, bubbles, circles)
    bubbles.forEach((bubble, at) => {
      // Titles are placed where the bubble stands now, which is not where it was taken up.
      const standing = find(bubble.id)
      const label = standing && labelOf(standing)
      if (label && bubble.id !== captioned && bubble.id !== unnamed) paintName(now, standing, circles[at]!, label)
    })
  }

  const paintDiscs = (now: Pen, bubbles: readonly Bubble[], circles: readonly Circle[], limbs = true) => {
    const mark = marked && drawnFor(marked.id, find)
    bubbles.forEach((bubble, at) => {
      const parent = scene.byId.get(bubble.parent)
      if (limbs && parent && circles[at]!.r > 0 && isHeld(parent) === isHeld(bubble))
        paintLimb(now, { parent, child: bubble }, shown(parent), circles[at]!)
    })
    bubbles.forEach((bubble, at) => {
      if (circles[at]!.r === 0) return
      const folds = isFolder(scene, bubble) && !sight.opened?.scene.byId.has(bubble.id)
      paintDisc(now, circles[at]!, bubble)
      if (folds) paintShares(now, circles[at]!, sharesOf(scene, bubble))
      if (marked && bubble.id === mark?.id) paintMark(now, circles[at]!, marked.focused)
      const { count, start = 0 } = motions.get(bubble.id) ?? {}
      if (counted && !bubble.frame)
        paintCount(
          now,
          circles[at]!,
          bubble,
          count === undefined ? null : { count, share: progress(start, performance.now()) },
        )
    })
  }

  /** The land under each branch that is drawn apart, at rest or in motion. */
  const paintLands = (now: Pen, bubbles: readonly Bubble[], circles: readonly Circle[]) => {
    const lands = new Map<number, Outline[]>()
    bubbles.forEach((bubble, at) => {
      const parent = scene.byId.get(bubble.parent)
      if (!parent || circles[at]!.r === 0 || isHeld(parent) !== isHeld(bubble)) return
      const from = shown(parent)
      const atRest = circles[at] === bubble && !motions.has(parent.id) && !isHeld(parent)
      const web = (atRest && webs.get(bubble)) || webOf(parent, from, bubble, circles[at]!)
      if (atRest) webs.set(bubble, web)
      const top = rootOf(parent).id
      const land = lands.get(top)
      if (land) land.push(web)
      else lands.set(top, [web])
    })
    for (const [top, land] of lands) paintTerritory(now, land, scene.byId.get(top)!.colour)
  }

  const rootOf = (bubble: Bubble): Bubble => {
    const parent = scene.byId.get(bubble.parent)
    return parent ? rootOf(parent) : bubble
  }

  /** The target, swelling; answers the circle that its ring goes around. */
  const paintTarget = (now: Pen): Circle | null => {
    const target = aimed && find(aimed.id)
    if (!aimed || !target) return null
    const share = reducedMotion() ? 1 : progress(aimed.since, performance.now(), swellMs)
    const circle = shown(target)
    const swollen = { ...circle, r: circle.r * (1 + swell * share) }
    const within = branchOf(sight.opened?.scene.byId.has(target.id) ? sight.opened.scene : scene, target.id)
    const resting = within.filter((bubble) => !isHeld(bubble))
    // The titles beside them are there already.
    const circles = resting.map((bubble) => (bubble === target ? swollen : shown(bubble)))
    paintDiscs(now, resting, circles)
    return swollen
  }

  const aimedBranch = (): Bubble | undefined => (aimed?.branch ? find(aimed.id) : undefined)

  const paintAimedBranch = (now: Pen) => {
    const target = aimedBranch()
    // What is opened stands out already.
    if (!target || sight.opened?.scene.byId.has(target.id)) return
    paintFade(now, seen(camera.view, camera.size, 8))
    paintAll(now, branchOf(scene, rootOf(target).id), shown, target.id)
  }

  const paintOpened = (now: Pen, { scene: inside, tray }: Opened) => {
    const grown = trayMotion ? circleAt(trayMotion, performance.now()).r / tray.reach : 1
    paintTray(now, tray, grown)
    const bubbles = inside.bubbles.filter((bubble) => !isHeld(bubble))
    paintAll(now, bubbles, shown, aimedBranch()?.id)
  }

  const paintLive = (context: CanvasRenderingContext2D) => {
    const now = penFor(context)
    const inside = sight.opened?.scene.byId
    if (motions.size > 0) {
      const moving = scene.bubbles.filter(
        (bubble) => motions.has(bubble.id) && !isHeld(bubble) && !inside?.has(bubble.id),
      )
      paintAll(now, moving, shown)
    }
    if (sight.opened) paintOpened(now, sight.opened)
    const over = pointed === null || lifted ? undefined : find(pointed)
    if (over && over.id !== marked?.id) paintMark(now, shown(over), false)
    paintAimedBranch(now)
    const target = paintTarget(now)
    if (ghostAt) paintGhost(now, { ...ghostAt, r: 24 })
    if (budding) paintBud(now, { ...budding, r: budRadius }, budding.colour)
    if (lifted) paintLifted(now, [...lifted.held.values()])
    // Above what is dragged, which may be larger.
    if (target && aimed) paintRing(now, target, aimed.refused, find(aimed.id)!.colour)
    const named = aimedBranch()
    const label = named && labelOf(named)
    // What a passage would be given to is read: its name makes room for the ring.
    if (target && label) paintName(now, named, { ...target, r: target.r + ringReach / now.scale }, label)
    for (const [id, holder] of heldByOthers) {
      const bubble = find(id)
      if (bubble) paintHolder(now, shown(bubble), holder)
    }
  }

  const paintLifted = (now: Pen, held: readonly Bubble[]) => {
    const top = held[0]
    if (!top) return
    paintShadow(now, shown(top), top.colour)
    paintAll(now, held, shown)
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
      pen = { colours: next }
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
    under,
    find,
    shown,
    paintRest,
    paintLive,
    refresh: () => {
      look(true)
      layers.drawRest()
    },
    open,
  }
}
