import { type RefObject, useRef } from 'react'
import type { Bubble } from '../../../model/canvas/scene.ts'
import type { Passage } from '../../../state/passage.ts'
import { buttonStep } from '../CanvasFooter.tsx'
import { type Point, toCanvas } from '../placing/viewport.ts'
import type { BoardState } from '../useBoard.ts'
import type { Chosen } from '../useChosen.ts'
import type { QuirkActions } from '../useQuirkActions.ts'
import { useSteady } from '../useSteady.ts'
import { useCanvasKeys } from './useCanvasKeys.ts'
import { useDrag } from './useDrag.ts'
import { useGestures } from './useGestures.ts'
import { usePassageDrop } from './usePassageDrop.ts'
import { useTreeKeys } from './useTreeKeys.ts'

interface CanvasInput {
  canvas: RefObject<HTMLElement | null>
  surface: RefObject<HTMLElement | null>
  state: BoardState
  chosen: Chosen
  actions: QuirkActions
  mayWrite: boolean
  say: (words: string) => void
  /** A quirk was taken into the hand, or let go. */
  onHold: (quirkId: number | null) => void
  onEdit: (quirkId: number) => void
  onOverview: (quirkId: number) => void
  onHighlight: (bubble: Bubble) => void
  onMerge: (bubble: Bubble) => void
  onRemove: (bubble: Bubble) => void
  /** Null: where there is room. */
  onNew: (at: Point | null, passage?: Passage) => void
  /** Null where there is nothing to be tidied. */
  onTidy: (() => void) | null
  /** Of a bubble by keyboard, and of what lies under the pointer. */
  onMenuOf: (bubble: Bubble) => void
  onMenuAt: (bubble: Bubble | undefined, place: Point, inWindow: Point) => void
}

/** All that is done by hand: bubbles and the canvas by pointer, touch and keys, and passages that come from the text. */
export function useCanvasInput(input: CanvasInput) {
  const { canvas, surface, state, chosen, actions, mayWrite, onNew } = input
  const { board, camera, expansion, sight } = state
  const grabbing = useRef(false)
  const drag = useDrag(board, expansion, actions, input.onHold)
  const keys = useTreeKeys({
    ...{ drag, actions, mayWrite },
    scene: sight.scene,
    find: board.find,
    say: input.say,
    goTo: chosen.goTo,
    onEdit: ({ id }) => input.onEdit(id),
    onOverview: ({ id }) => input.onOverview(id),
    onMenu: input.onMenuOf,
    onHighlight: input.onHighlight,
    onMerge: input.onMerge,
    onRemove: input.onRemove,
  })
  const onKey = useSteady(keys.onKey)
  const onLeave = useSteady((bubble: Bubble) => {
    keys.stopMoving(bubble)
    chosen.leave()
  })
  useCanvasKeys(canvas, {
    onNew: () => mayWrite && onNew(null),
    onFit: state.fit,
    onTidy: input.onTidy,
    onZoom: (steps) => state.zoomTo(camera.view.scale + steps * buttonStep),
    onGrab: (held) => {
      grabbing.current = held
      surface.current?.toggleAttribute('data-grabbing', held)
    },
    onEscape: chosen.unmark,
  })
  const { hovered, dragging } = useGestures({
    ...{ surface, board, camera, drag, expansion, grabbing },
    mayDrag: mayWrite,
    onChoose: (bubble) => chosen.choose(bubble?.id ?? null),
    onOpen: (bubble, at) => {
      if (bubble) input.onOverview(bubble.id)
      else if (mayWrite) onNew(toCanvas(camera.view, at))
    },
    onMenu: (bubble, at, inWindow) => {
      if (!mayWrite && !bubble) return
      chosen.choose(bubble?.id ?? null)
      input.onMenuAt(bubble, toCanvas(camera.view, at), inWindow)
    },
  })
  const passages = usePassageDrop(board, camera, expansion, {
    onQuirk: (bubble, passage) => void actions.highlight(bubble, passage, true),
    onEmpty: onNew,
  })
  return {
    /** Of an item that has the focus. */
    onKey,
    onLeave,
    hovered,
    passages,
    /** Something is in the hand. */
    held: dragging || keys.isMoving || passages.offered,
  }
}
