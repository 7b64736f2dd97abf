import { type RefObject, useRef } from 'react'
import { levelOf } from '../../model/canvas/labels.ts'
import { foldedAt } from '../../model/canvas/map/folding.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import type { EditorState } from '../../state/editor.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { atHand } from './placing/atHand.ts'
import { toCanvas } from './placing/viewport.ts'
import { useHand } from './pointing/useHand.ts'
import { useBoard } from './useBoard.ts'
import { useDrawnQuirks } from './useDrawnQuirks.ts'
import { useQuirkActions } from './useQuirkActions.ts'
import { useSteady } from './useSteady.ts'

/** So near the pointer nothing moves while others change the map, in px. */
const handReach = 120

interface MappedWish {
  editor: EditorState
  route: string
  result: QuirkResult | null
  uncheckedGroups: readonly number[]
  counter: boolean
  canvas: RefObject<HTMLElement | null>
  surface: RefObject<HTMLElement | null>
  isHolding: boolean
  onCode: CodePassage
  say: (words: string) => void
}

/** The map of the quirks on its board, and what is done to them there: where something is put, the map keeps it. */
export function useMappedBoard({ editor, route, result, counter, canvas, surface, onCode, say, ...wish }: MappedWish) {
  const placedLast = useRef<number>(null)
  const hand = useHand(canvas)
  const near = useSteady((): Set<number> => {
    const box = surface.current?.getBoundingClientRect()
    if (!box || !hand.at) return new Set()
    const at = toCanvas(camera.view, { x: hand.at.x - box.left, y: hand.at.y - box.top })
    return atHand(board.sight, at, handReach / camera.view.scale)
  })
  const quirks = useDrawnQuirks({
    ...{ ...wish, result, hand, atHand: near },
    placedLast: () => placedLast.current,
    prepare: (next) => void foldedAt(next, levelOf(camera.view.scale)),
  })
  const state = useBoard(editor, route, quirks.scene, surface, counter)
  const { board, camera, sight } = state
  const actions = useQuirkActions(say, onCode, {
    scene: () => sight.scene,
    whole: () => quirks.whole,
    rows: () => quirks.rows,
    packed: () => quirks.packed(camera.size),
    howPlaced: () => quirks.howPlaced ?? '',
    // What a query leaves out is placed by another picture than everybody's.
    isPlaced: () => Boolean(quirks.howPlaced) || result !== null,
    onPlaced: (quirkId) => {
      placedLast.current = quirkId
    },
    onNested: (quirkId, parentId) => {
      editor.toSee = { quirkId, parentId }
    },
  })
  return { hand, quirks, state, actions }
}
