/** Keeps where the canvas is looked at, for the next time that it is opened. */
import type { PanZoom } from '../../../state/editor.ts'
import type { Camera } from './camera.ts'

/** Place and scale of one canvas as they are kept. */
export interface ViewStore {
  get(): PanZoom | undefined
  set(view: PanZoom): void
}

export interface KeptView {
  /** Keeps at once what has not been kept yet. */
  now(): void
  stop(): void
}

const saveAfter = 200

/**
 * Keeps the view once the hand rests. `isTaken`: the camera has been set to what there is to see. Before that its view is nobody's: kept, it would be
 * found by the next canvas, as where a project is locked before anything of it was shown.
 */
export function keepView(camera: Camera, isTaken: () => boolean, store: ViewStore): KeptView {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    timer = undefined
    if (!isTaken()) return
    const { view, size } = camera
    const last = store.get()
    // Another size alone is no other view: it stays the one that was taken for the size before.
    const isSame = last?.scale === view.scale && last.tX === view.tX && last.tY === view.tY
    if (size.width > 0 && !isSame) store.set({ ...view, ...size })
  }
  const stop = camera.onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(keep, saveAfter)
  })
  const now = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    keep()
  }
  return {
    now,
    stop: () => {
      stop()
      now()
    },
  }
}
