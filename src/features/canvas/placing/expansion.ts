/**
 * When does a quirk open? Whoever rests on it with the pointer, with something in the hand or with the focus of the keyboard sees its
 * children after 200 ms and theirs after 840 ms (1 §9); whoever leaves it and what is inside, or its paper, sees it close.
 */

import { hasChildren } from '../../../model/canvas/scene.ts'
import { hoverDelay } from '../../../model/limits.ts'
import type { Board } from '../drawing/board.ts'
import { drawnFor } from './drawnFor.ts'

/** Long enough to cross a gap. */
const closeAfter = 160

export interface Expansion {
  /** On this quirk (or the paper of it, when it is opened) rests whoever looks; null: on none. */
  rest(quirkId: number | null): void
  /** Nothing more opens or closes until the next rest. */
  stop(): void
}

export function createExpansion(board: Pick<Board, 'sight' | 'find' | 'expand'>): Expansion {
  /** Undefined: somebody acts just now, and what comes next is new. */
  let over: number | null | undefined
  let timers: ReturnType<typeof setTimeout>[] = []
  const after = (ms: number, work: () => void) => timers.push(setTimeout(work, ms))
  const clear = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  const stop = () => {
    over = undefined
    clear()
  }

  const rest = (quirkId: number | null) => {
    if (quirkId === over) return
    over = quirkId
    clear()
    const { opened } = board.sight
    const bubble = quirkId === null ? undefined : drawnFor(quirkId, board.find)
    const opens = bubble !== undefined && hasChildren(bubble)
    if (opened && bubble && opened.scene.byId.has(bubble.id)) {
      if (opened.whole) return
      const more = opens && bubble.id !== opened.id ? hoverDelay.first : hoverDelay.second - hoverDelay.first
      return void after(more, () => board.expand(opened.id, true))
    }
    if (opened) after(closeAfter, () => board.expand(null))
    if (!opens) return
    after(hoverDelay.first, () => board.expand(bubble.id))
    after(hoverDelay.second, () => board.expand(bubble.id, true))
  }
  return { rest, stop }
}
