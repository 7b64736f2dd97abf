import { useMemo, useRef } from 'react'
import type { Bubble } from '../../../model/canvas/scene.ts'
import type { Board } from '../drawing/board.ts'
import type { Expansion } from '../placing/expansion.ts'
import type { Point } from '../placing/viewport.ts'
import type { QuirkActions } from '../useQuirkActions.ts'
import { type Drop, dropOf } from './drop.ts'

/** Rows that a command has changed are posted within this time; what no row has placed by then goes back. */
const settleAfter = 600

export interface Drag {
  /** Lengths and places in canvas px; `slack` too. Tells what letting go here would do. */
  move(bubble: Bubble, by: Point, at: Point, slack: number): Drop
  end(bubble: Bubble): void
  cancel(): void
}

/** A bubble in the hand, moved by pointer or by keys. */
export function useDrag(
  board: Board,
  expansion: Expansion,
  actions: QuirkActions,
  onHold: (quirkId: number | null) => void,
): Drag {
  const latest = useRef({ actions, onHold })
  latest.current = { actions, onHold }
  return useMemo(() => {
    let drop: Drop = { to: 'back' }
    const move = (bubble: Bubble, by: Point, at: Point, slack: number): Drop => {
      board.lift(bubble.id, by)
      latest.current.onHold(bubble.id)
      const under = board.under(at, slack)
      drop = dropOf(board.sight.scene.parents, board.held ?? bubble, by, under, board.find(bubble.parent))
      expansion.rest(under.bubble?.id ?? null)
      if (drop.to === 'quirk') board.aim({ id: drop.parent.id, refused: drop.refused !== null })
      else board.aim(drop.to === 'back' ? { id: bubble.parent, refused: false } : null)
      return drop
    }
    const cancel = () => {
      latest.current.onHold(null)
      board.aim(null)
      board.lift(null)
    }
    const end = async (bubble: Bubble) => {
      board.aim(null)
      latest.current.onHold(null)
      if (drop.to === 'back') return board.lift(null)
      board.drop()
      const done = await latest.current.actions.drop(bubble, drop)
      if (done) setTimeout(board.settle, settleAfter)
      else board.settle()
    }
    return { move, cancel, end: (bubble) => void end(bubble) }
  }, [board, expansion])
}
