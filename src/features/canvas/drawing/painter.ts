/** Paints the board as it stands at one moment: what rests on one layer; what moves, is held, aimed at or opened on the other. */
import type { Circle } from '../../../model/canvas/grid.ts'
import type { Label } from '../../../model/canvas/labels.ts'
import { type Outline, sharesOf, webOf } from '../../../model/canvas/map/territory.ts'
import { type Bubble, branchOf, isFolder, type Scene } from '../../../model/canvas/scene.ts'
import { bubbleSize } from '../../../model/limits.ts'
import type { Camera } from '../placing/camera.ts'
import { drawnFor } from '../placing/drawnFor.ts'
import type { Opened } from '../placing/opened.ts'
import type { Sight } from '../placing/sight.ts'
import { type Box, type Point, seen } from '../placing/viewport.ts'
import { circleAt, progress, reducedMotion } from './motion.ts'
import type { Moves } from './moves.ts'
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
import type { Signs } from './signs.ts'

/** ms in which a target swells, by how much of its radius. */
export const swellMs = 150
const swell = 0.1
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

export interface Lift {
  readonly id: number
  readonly by: Point
  /** Dropped: it stays where it is until the next scene tells where it belongs. */
  readonly dropped: boolean
  /** With all below it, each in the place that it had when it was taken up; in the order of painting. */
  readonly held: ReadonlyMap<number, Bubble>
}

/** How the board stands. */
export interface Painted extends Readonly<Signs>, Readonly<Moves> {
  readonly camera: Camera
  readonly scene: Scene
  readonly sight: Sight
  readonly colours: Colours
  readonly lifted: Lift | null
  isHeld(bubble: Bubble): boolean
  find(id: number): Bubble | undefined
  shown(bubble: Bubble): Circle
  labelOf(bubble: Bubble): Label | undefined
}

export interface Painter {
  paintRest(): void
  paintLive(): void
}

/** Of bubbles at rest, each with the one that it hangs on. */
const webs = new WeakMap<Bubble, Outline>()

export function painterOf(context: CanvasRenderingContext2D, painted: Painted): Painter {
  const { camera, scene, sight, counted, lifted, aimed, trayMotion, brushed, captioned, marked, motions } = painted
  const { isHeld, find, shown, labelOf } = painted
  const now: Pen = { colours: painted.colours, context, scale: camera.view.scale }
  context.textAlign = 'center'
  context.textBaseline = 'middle'

  const paintRest = () => {
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
    paintAll(resting, (bubble) => bubble)
    if (sight.opened) paintFade(now, box)
    else if (brushed) paintBrushed(box, resting, brushed)
  }

  const paintBrushed = (box: Box, resting: readonly Bubble[], quirkIds: ReadonlySet<number>) => {
    paintFade(now, box)
    const meant = new Set(Array.from(quirkIds, (id) => drawnFor(id, find)?.id))
    const bright = resting.filter(({ id }) => meant.has(id))
    paintDiscs(bright, bright, false)
    for (const bubble of bright) {
      paintMark(now, bubble, false)
      const label = labelOf(bubble)
      if (label && bubble.id !== captioned) paintName(now, bubble, bubble, label)
    }
  }

  /** `unnamed`: the one whose name is painted elsewhere. */
  const paintAll = (bubbles: readonly Bubble[], circle: (bubble: Bubble) => Circle, unnamed?: number) => {
    const circles = bubbles.map(circle)
    paintLands(bubbles, circles)
    paintDiscs(bubbles, circles)
    bubbles.forEach((bubble, at) => {
      // Titles are placed where the bubble stands now, which is not where it was taken up.
      const standing = find(bubble.id)
      const label = standing && labelOf(standing)
      if (label && bubble.id !== captioned && bubble.id !== unnamed) paintName(now, standing, circles[at]!, label)
    })
  }

  const paintDiscs = (bubbles: readonly Bubble[], circles: readonly Circle[], limbs = true) => {
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
  const paintLands = (bubbles: readonly Bubble[], circles: readonly Circle[]) => {
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
  const paintTarget = (): Circle | null => {
    const target = aimed && find(aimed.id)
    if (!aimed || !target) return null
    const share = reducedMotion() ? 1 : progress(aimed.since, performance.now(), swellMs)
    const circle = shown(target)
    const swollen = { ...circle, r: circle.r * (1 + swell * share) }
    const within = branchOf(sight.opened?.scene.byId.has(target.id) ? sight.opened.scene : scene, target.id)
    const resting = within.filter((bubble) => !isHeld(bubble))
    // The titles beside them are there already.
    const circles = resting.map((bubble) => (bubble === target ? swollen : shown(bubble)))
    paintDiscs(resting, circles)
    return swollen
  }

  const aimedBranch = (): Bubble | undefined => (aimed?.branch ? find(aimed.id) : undefined)

  const paintAimedBranch = () => {
    const target = aimedBranch()
    // What is opened stands out already.
    if (!target || sight.opened?.scene.byId.has(target.id)) return
    paintFade(now, seen(camera.view, camera.size, 8))
    paintAll(branchOf(scene, rootOf(target).id), shown, target.id)
  }

  const paintOpened = ({ scene: inside, tray }: Opened) => {
    const grown = trayMotion ? circleAt(trayMotion, performance.now()).r / tray.reach : 1
    paintTray(now, tray, grown)
    const bubbles = inside.bubbles.filter((bubble) => !isHeld(bubble))
    paintAll(bubbles, shown, aimedBranch()?.id)
  }

  const paintLive = () => {
    const { ghostAt, budding, pointed, heldByOthers } = painted
    const inside = sight.opened?.scene.byId
    if (motions.size > 0) {
      const moving = scene.bubbles.filter(
        (bubble) => motions.has(bubble.id) && !isHeld(bubble) && !inside?.has(bubble.id),
      )
      paintAll(moving, shown)
    }
    if (sight.opened) paintOpened(sight.opened)
    const over = pointed === null || lifted ? undefined : find(pointed)
    if (over && over.id !== marked?.id) paintMark(now, shown(over), false)
    paintAimedBranch()
    const target = paintTarget()
    if (ghostAt) paintGhost(now, { ...ghostAt, r: 24 })
    if (budding) paintBud(now, { ...budding, r: budRadius }, budding.colour)
    if (lifted) paintLifted([...lifted.held.values()])
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

  const paintLifted = (held: readonly Bubble[]) => {
    const top = held[0]
    if (!top) return
    paintShadow(now, shown(top), top.colour)
    paintAll(held, shown)
  }

  return { paintRest, paintLive }
}
