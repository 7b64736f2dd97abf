import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PanZoom } from '../../../state/editor.ts'
import { createCamera } from './camera.ts'
import { keepView } from './keptView.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('cancelAnimationFrame', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const begin = (isTaken: () => boolean) => {
  const camera = createCamera({ scale: 1, tX: 0, tY: 0 })
  let kept: PanZoom | undefined
  const view = keepView(camera, isTaken, {
    get: () => kept,
    set: (next) => {
      kept = next
    },
  })
  return { camera, view, kept: () => kept }
}

it('a canvas that is left before anything was to be seen, as of a project that is locked, keeps no view', () => {
  const { camera, view, kept } = begin(() => false)
  camera.setSize({ width: 800, height: 600 })
  vi.advanceTimersByTime(1000)
  camera.setSize({ width: 900, height: 600 })
  view.stop()
  expect(kept()).toBeUndefined()
})

it('the view is kept once the hand rests and when the canvas is left, with the size that it was taken for', () => {
  const { camera, view, kept } = begin(() => true)
  camera.setSize({ width: 800, height: 600 })
  camera.set({ scale: 2, tX: 10, tY: 20 })
  expect(kept()).toBeUndefined()
  vi.advanceTimersByTime(1000)
  expect(kept()).toEqual({ scale: 2, tX: 10, tY: 20, width: 800, height: 600 })
  // Another size alone is no other view.
  camera.setSize({ width: 900, height: 600 })
  vi.advanceTimersByTime(1000)
  expect(kept()).toMatchObject({ width: 800 })
  camera.set({ scale: 3, tX: 10, tY: 20 })
  view.stop()
  expect(kept()).toMatchObject({ scale: 3, width: 900 })
})
