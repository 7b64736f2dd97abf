import { type RefObject, useEffect } from 'react'
import { onBrush } from '../../state/brush.ts'
import type { Board } from './drawing/board.ts'

/** What is pointed at in the text or in a list stands out on the canvas, which says so to tools (`data-brushed`). */
export function useBrushing(board: Board, canvas: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = canvas.current
    const show = (quirkIds: ReadonlySet<number> | null) => {
      board.brush(quirkIds)
      if (quirkIds) element?.setAttribute('data-brushed', [...quirkIds].join(' '))
      else element?.removeAttribute('data-brushed')
    }
    const stop = onBrush((brushed) => show(brushed && brushed.by !== 'canvas' ? brushed.quirkIds : null))
    return () => {
      stop()
      show(null)
    }
  }, [board, canvas])
}
