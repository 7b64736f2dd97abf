/** The view of the canvas as it is now, changed by every gesture without React: who paints listens. */
import { easeOut, progress, reducedMotion } from '../drawing/motion.ts'
import { between, type Size, type View } from './viewport.ts'

export interface Camera {
  readonly view: View
  /** Where a glide leads; else the view. */
  readonly goal: View
  readonly size: Size
  setSize(size: Size): void
  /** At once; ends a glide. */
  set(view: View): void
  /** In a short motion, or at once where motion is not wanted. */
  glide(view: View): void
  /** Called after every change of view or size; returns the end of it. */
  onChange(listener: () => void): () => void
}

export function createCamera(first: View): Camera {
  let view = first
  let goal = first
  let size: Size = { width: 0, height: 0 }
  let frame = 0
  const listeners = new Set<() => void>()

  const change = (next: View) => {
    view = next
    for (const listener of listeners) listener()
  }
  const set = (next: View) => {
    cancelAnimationFrame(frame)
    goal = next
    change(next)
  }
  const glide = (to: View) => {
    cancelAnimationFrame(frame)
    goal = to
    if (reducedMotion()) return change(to)
    const from = view
    const start = performance.now()
    const step = () => {
      const share = progress(start, performance.now())
      change(share === 1 ? to : between(from, to, easeOut(share)))
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }

  return {
    get view() {
      return view
    },
    get goal() {
      return goal
    },
    get size() {
      return size
    },
    setSize: (next) => {
      size = next
      change(view)
    },
    set,
    glide,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
