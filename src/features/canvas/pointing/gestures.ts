/** Pointer, wheel and touch on the canvas, told as what a person means by them. Points are px of the element, unless said. */
import type { Camera } from '../placing/camera.ts'
import { type Point, panned, wheelScale, zoomedAt } from '../placing/viewport.ts'

export interface Meanings {
  /** The id of the bubble at a point of the element; `slack` px beside one still count. */
  hit(at: Point, slack: number): number | undefined
  /** May bubbles be dragged? */
  readonly mayDrag: boolean
  /** Space is held: every drag moves the canvas. */
  readonly grabbing: boolean
  /** Without `at` the pointer has left. */
  onHover(id: number | undefined, at?: Point): void
  onPress(id: number | undefined): void
  /** `byTouch`: by a finger, which never hovers. */
  onClick(id: number | undefined, at: Point, byTouch: boolean): void
  onDoubleClick(id: number | undefined, at: Point): void
  /** `at` in px of the window too, for the menu's place. */
  onMenu(id: number | undefined, at: Point, inWindow: Point): void
  onDragStart(id: number): void
  /** `by` since the start, in px of the screen. */
  onDrag(id: number, by: Point, at: Point, slack: number): void
  onDragEnd(id: number, by: Point, at: Point, slack: number): void
  onDragCancel(): void
}

type Mode = 'idle' | 'pressed' | 'pan' | 'drag' | 'pinch'

const moveAfter = { mouse: 4, touch: 9 }
const slackOf = { mouse: 2, touch: 10 }
const doubleWithin = { ms: 350, px: 24 }
const longPress = 500

/** Listens on `element` until the returned function is called. `meanings` is asked anew at each event. */
export function watchGestures(element: HTMLElement, camera: Camera, meanings: () => Meanings): () => void {
  const pointers = new Map<number, Point>()
  const stop = new AbortController()
  let mode: Mode = 'idle'
  let pressed: number | undefined
  let start: Point = { x: 0, y: 0 }
  let last: Point = start
  let kind: 'mouse' | 'touch' = 'mouse'
  let clicked = { time: 0, at: start }
  let press: ReturnType<typeof setTimeout> | undefined

  const at = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const by = (): Point => ({ x: last.x - start.x, y: last.y - start.y })

  const down = (event: PointerEvent) => {
    if (event.button === 2) return
    const point = at(event)
    pointers.set(event.pointerId, point)
    element.setPointerCapture(event.pointerId)
    clearTimeout(press)
    if (pointers.size === 2) return beginPinch()
    if (pointers.size > 2) return
    kind = event.pointerType === 'mouse' ? 'mouse' : 'touch'
    start = point
    last = point
    const grab = event.button === 1 || meanings().grabbing
    if (event.button === 1) event.preventDefault()
    pressed = grab ? undefined : meanings().hit(point, slackOf[kind])
    mode = grab ? 'pan' : 'pressed'
    if (grab) return
    meanings().onPress(pressed)
    if (kind === 'touch') press = setTimeout(holdLong, longPress, { x: event.clientX, y: event.clientY })
  }

  const holdLong = (inWindow: Point) => {
    if (mode !== 'pressed') return
    mode = 'idle'
    meanings().onMenu(pressed, start, inWindow)
  }

  const beginPinch = () => {
    if (mode === 'drag') meanings().onDragCancel()
    mode = 'pinch'
  }

  const move = (event: PointerEvent) => {
    const point = at(event)
    const before = pointers.get(event.pointerId)
    if (!before) return void (event.pointerType === 'mouse' && meanings().onHover(meanings().hit(point, 0), point))
    if (mode === 'pinch') pinch(event.pointerId, before, point)
    pointers.set(event.pointerId, point)
    if (mode === 'pressed' && Math.hypot(point.x - start.x, point.y - start.y) > moveAfter[kind]) beginMove()
    if (mode === 'pan') camera.set(panned(camera.view, point.x - last.x, point.y - last.y))
    last = point
    if (mode === 'drag' && pressed !== undefined) meanings().onDrag(pressed, by(), point, slackOf[kind])
  }

  const beginMove = () => {
    clearTimeout(press)
    const drags = pressed !== undefined && meanings().mayDrag
    mode = drags ? 'drag' : 'pan'
    if (drags && pressed !== undefined) meanings().onDragStart(pressed)
  }

  /** Two fingers: the points under them stay under them. */
  const pinch = (id: number, before: Point, point: Point) => {
    const other = [...pointers].find(([key]) => key !== id)?.[1]
    if (!other) return
    const length = (a: Point) => Math.hypot(a.x - other.x, a.y - other.y)
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 }
    const moved = panned(camera.view, (point.x - before.x) / 2, (point.y - before.y) / 2)
    camera.set(zoomedAt(moved, middle, (moved.scale * length(point)) / Math.max(1, length(before))))
  }

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    clearTimeout(press)
    if (mode === 'drag' && pressed !== undefined) meanings().onDragEnd(pressed, by(), last, slackOf[kind])
    if (mode === 'pressed') click(event)
    if (pointers.size === 0) mode = 'idle'
  }

  const click = (event: PointerEvent) => {
    const near = Math.hypot(start.x - clicked.at.x, start.y - clicked.at.y) < doubleWithin.px
    const twice = near && event.timeStamp - clicked.time < doubleWithin.ms
    clicked = { time: twice ? Number.NEGATIVE_INFINITY : event.timeStamp, at: start }
    if (twice) meanings().onDoubleClick(pressed, start)
    else meanings().onClick(pressed, start, kind === 'touch')
  }

  const cancel = (event: PointerEvent) => {
    clearTimeout(press)
    if (!pointers.delete(event.pointerId)) return
    if (mode === 'drag') meanings().onDragCancel()
    if (pointers.size === 0) mode = 'idle'
  }

  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (sideways) camera.set(panned(camera.view, -event.deltaX, 0))
    else camera.set(zoomedAt(camera.view, at(event), wheelScale(camera.view.scale, event)))
  }

  const menu = (event: MouseEvent) => {
    event.preventDefault()
    if (mode === 'drag') return
    if (mode === 'pressed') mode = 'idle'
    clearTimeout(press)
    const point = at(event)
    meanings().onMenu(meanings().hit(point, 2), point, { x: event.clientX, y: event.clientY })
  }

  const escapeKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || mode !== 'drag') return
    event.stopPropagation()
    mode = 'idle'
    meanings().onDragCancel()
  }

  const options = { signal: stop.signal }
  element.addEventListener('pointerdown', down, options)
  element.addEventListener('pointermove', move, options)
  element.addEventListener('pointerup', up, options)
  element.addEventListener('pointercancel', cancel, options)
  // A finger that is lifted leaves too: what its tap did is to stay.
  element.addEventListener(
    'pointerleave',
    (event) => event.pointerType !== 'touch' && meanings().onHover(undefined),
    options,
  )
  element.addEventListener('wheel', wheel, { ...options, passive: false })
  element.addEventListener('contextmenu', menu, options)
  window.addEventListener('keydown', escapeKey, { ...options, capture: true })
  return () => {
    clearTimeout(press)
    stop.abort()
  }
}
