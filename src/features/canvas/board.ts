/**
 * What is painted on the canvas, and how: bubbles at rest on one layer, those in motion, dragged or aimed at on another, so
 * that a drag paints only what moves. It holds no React state; a React component gives it the layers and tells it of changes.
 */
import type { Camera } from './camera.ts'
import type { Circle } from './grid.ts'
import { fontAt, type Label, type LabelStyle, labelsOf, levelOf } from './labels.ts'
import { measureText } from './measureText.ts'
import { circleAt, type Motion, progress, reducedMotion } from './motion.ts'
import { type Colours, type Pen, paintDisc, paintGhost, paintLabel, paintRing, paintTitleBeside } from './paint.ts'
import { type Bubble, isWithin, type Scene } from './scene.ts'
import { type Box, type Point, seen } from './viewport.ts'

/** Mounted and prepared beyond what is seen, in px of the screen. */
const margin = 256
/** So many may move at once; with more, all jump. */
const mostMotions = 200
const swellMs = 150
const swell = 0.1

export interface Aim {
  readonly id: number
  /** A drop here would be refused. */
  readonly refused: boolean
}

/** What the canvas shows around the viewport. */
export interface Sight {
  readonly scene: Scene
  /** Numbers of the bubbles, ascending. */
  readonly numbers: readonly number[]
  readonly labels: ReadonlyMap<number, Label>
}

interface Lift {
  readonly id: number
  readonly by: Point
  /** Dropped: it stays where it is until the next scene tells where it belongs. */
  readonly dropped: boolean
}

export interface Board {
  readonly sight: Sight
  /** The first one stands at once; from then on what differs moves there. */
  setScene(scene: Scene): void
  setStyle(style: Pick<LabelStyle, 'counter' | 'untitled'>): void
  setColours(colours: Colours): void
  /** A dragged quirk with all below it; null puts it back. */
  lift(id: number | null, by?: Point): void
  /** Let go: it stays where it is until the next scene tells where it belongs. */
  drop(): void
  /** What was let go and no scene has placed since goes back. */
  settle(): void
  aim(aim: Aim | null): void
  /** Where a new quirk would be made. */
  ghost(at: Point | null): void
  /** The bubble whose whole title stands under it already. */
  caption(id: number | null): void
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

export function createBoard(camera: Camera, first: Scene, colours: Colours, layers: Layers): Board {
  let scene = first
  let pen: Pick<Pen, 'colours'> = { colours }
  let style: Pick<LabelStyle, 'counter' | 'untitled'> = { counter: true, untitled: '' }
  let window: Box = { left: 0, top: 0, right: 0, bottom: 0 }
  let level = 0
  let sight: Sight = { scene, numbers: [], labels: new Map() }
  let lifted: Lift | null = null
  let aimed: (Aim & { since: number }) | null = null
  let ghostAt: Point | null = null
  let captioned: number | null = null
  let frame = 0
  let opened = false
  const motions = new Map<number, Motion>()

  const look = (anew: boolean) => {
    const { view, size } = camera
    if (size.width === 0) return
    const needed = seen(view, size, margin / 2)
    const next = levelOf(view.scale)
    if (!anew && next === level && contains(window, needed)) return
    window = seen(view, size, margin)
    level = next
    const numbers = scene.grid.within(window)
    sight = { scene, numbers, labels: labelsOf(scene, numbers, { ...style, level, measure: measureText }) }
    layers.onSight(sight)
  }

  const isLifted = (bubble: Bubble): boolean => {
    const top = lifted && scene.byId.get(lifted.id)
    return top != null && isWithin(bubble, top)
  }

  const shown = (bubble: Bubble): Circle => {
    const motion = motions.get(bubble.id)
    const { x, y, r } = motion ? circleAt(motion, performance.now()) : bubble
    return lifted && isLifted(bubble) ? { x: x + lifted.by.x, y: y + lifted.by.y, r } : { x, y, r }
  }

  const animate = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      const now = performance.now()
      let ended = false
      for (const [id, motion] of motions) ended = (progress(motion.start, now) === 1 && motions.delete(id)) || ended
      if (ended) layers.drawRest()
      layers.drawLive()
      if (motions.size > 0 || (aimed && progress(aimed.since, now, swellMs) < 1)) animate()
    })
  }

  const setScene = (next: Scene) => {
    const moved = !opened || reducedMotion() ? [] : motionsTo(next, scene, motions, sight, shown)
    const stays = lifted && !lifted.dropped && next.byId.has(lifted.id)
    opened = true
    scene = next
    motions.clear()
    if (moved.length <= mostMotions) for (const [id, motion] of moved) motions.set(id, motion)
    if (!stays) lifted = null
    if (aimed && !next.byId.has(aimed.id)) aimed = null
    look(true)
    layers.drawRest()
    animate()
  }

  const penFor = (context: CanvasRenderingContext2D): Pen => {
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    return { ...pen, context, scale: camera.view.scale, font: fontAt(level), halo: false }
  }

  const paintRest = (context: CanvasRenderingContext2D) => {
    const now = penFor(context)
    const box = seen(camera.view, camera.size, 8)
    const top = lifted ? scene.byId.get(lifted.id) : undefined
    const near = 6 * now.font
    const resting: Bubble[] = []
    for (const number of sight.numbers) {
      const bubble = scene.bubbles[number]
      if (!bubble || motions.has(bubble.id) || (top && isWithin(bubble, top))) continue
      const { x, y, r } = bubble
      if (x + r + near < box.left || x - r - near > box.right || y + r + near < box.top || y - r - near > box.bottom)
        continue
      resting.push(bubble)
    }
    paintAll(now, resting, (bubble) => bubble)
  }

  const paintAll = (now: Pen, bubbles: readonly Bubble[], circleOf: (bubble: Bubble) => Circle) => {
    const circles = bubbles.map(circleOf)
    bubbles.forEach((bubble, at) => {
      paintDisc(now, circles[at]!, bubble.colour, scene.byId.get(bubble.parent)?.colour)
      paintLabel(now, bubble, circles[at]!, sight.labels.get(bubble.index))
    })
    bubbles.forEach((bubble, at) => {
      if (bubble.id === captioned) return
      paintTitleBeside(now, bubble, circles[at]!, sight.labels.get(bubble.index))
    })
  }

  const branch = (id: number): Bubble[] => {
    const top = scene.byId.get(id)
    return top ? scene.bubbles.slice(top.index, top.end) : []
  }

  /** The target, swelling; answers the circle that its ring goes around. */
  const paintTarget = (now: Pen): Circle | null => {
    const target = aimed && scene.byId.get(aimed.id)
    if (!aimed || !target) return null
    const share = reducedMotion() ? 1 : progress(aimed.since, performance.now(), swellMs)
    const circle = shown(target)
    const swollen = { ...circle, r: circle.r * (1 + swell * share) }
    const resting = branch(aimed.id).filter((bubble) => !isLifted(bubble))
    paintAll(now, resting, (bubble) => (bubble === target ? swollen : shown(bubble)))
    return swollen
  }

  const paintLive = (context: CanvasRenderingContext2D) => {
    const now = penFor(context)
    if (motions.size > 0) {
      const moving = scene.bubbles.filter((bubble) => motions.has(bubble.id) && !isLifted(bubble))
      paintAll(now, moving, shown)
    }
    const target = paintTarget(now)
    if (ghostAt) paintGhost(now, { ...ghostAt, r: 24 })
    if (lifted) paintLifted(now, branch(lifted.id))
    // Above what is dragged, which may be larger.
    if (target && aimed) paintRing(now, target, aimed.refused)
  }

  const paintLifted = (now: Pen, held: readonly Bubble[]) => {
    const top = held[0]
    if (!top) return
    paintShadow(now, shown(top), top.colour)
    paintAll({ ...now, halo: true }, held, shown)
  }

  const lift = (id: number | null, by: Point = { x: 0, y: 0 }) => {
    const fresh = lifted?.id !== id
    const before = lifted
    if (id === null && before) {
      const back = motionsBack(scene, before.id, shown)
      lifted = null
      for (const [held, motion] of back) motions.set(held, motion)
    } else lifted = id === null ? null : { id, by, dropped: false }
    if (fresh) layers.drawRest()
    animate()
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
    setScene,
    setStyle: (next) => {
      if (next.counter === style.counter && next.untitled === style.untitled) return
      style = next
      look(true)
      layers.drawRest()
    },
    setColours: (next) => {
      pen = { colours: next }
      layers.drawRest()
      layers.drawLive()
    },
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
    },
    ghost: (at) => {
      ghostAt = at
      layers.drawLive()
    },
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

const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom

/** How each bubble in sight comes from where it is shown now to where `next` has it. */
function motionsTo(
  next: Scene,
  before: Scene,
  running: ReadonlyMap<number, Motion>,
  sight: Sight,
  shown: (bubble: Bubble) => Circle,
): [number, Motion][] {
  const start = performance.now()
  const inSight = new Set(sight.numbers.map((number) => before.bubbles[number]?.id))
  const found: [number, Motion][] = []
  for (const to of next.bubbles) {
    const known = before.byId.get(to.id)
    if (known && !inSight.has(to.id)) continue
    const from = known ? shown(known) : { x: to.x, y: to.y, r: 0 }
    const pulse = known !== undefined && to.highlights > known.highlights
    const still = from.x === to.x && from.y === to.y && from.r === to.r
    if (still && !pulse) continue
    const pulsing = pulse || (running.get(to.id)?.pulse ?? false)
    found.push([to.id, { from, to: { x: to.x, y: to.y, r: to.r }, start, pulse: pulsing }])
    if (found.length > mostMotions) break
  }
  return found
}

/** A drag that came to nothing: all of it goes back to its place in a short motion. */
function motionsBack(scene: Scene, id: number, shown: (bubble: Bubble) => Circle): [number, Motion][] {
  const top = scene.byId.get(id)
  if (!top || reducedMotion()) return []
  const start = performance.now()
  return scene.bubbles.slice(top.index, top.end).map((bubble) => {
    const { x, y, r } = bubble
    return [bubble.id, { from: shown(bubble), to: { x, y, r }, start, pulse: false }]
  })
}

/** Only what is lifted off the canvas casts a shadow. */
function paintShadow({ context, scale }: Pen, { x, y, r }: Circle, colour: string): void {
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
