import { type RefObject, useEffect } from 'react'
import type { Camera } from './camera.ts'

/** The items over the canvas move and scale with it, without React. */
export function useTreeInStep(tree: RefObject<HTMLElement | null>, camera: Camera): void {
  useEffect(() => {
    const follow = () => {
      const { scale, tX, tY } = camera.view
      const style = tree.current?.style
      style?.setProperty('transform', `translate(${tX}px, ${tY}px) scale(${scale})`)
      style?.setProperty('--scale', String(scale))
    }
    follow()
    return camera.onChange(follow)
  }, [tree, camera])
}
