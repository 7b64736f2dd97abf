import { type RefObject, useCallback, useState } from 'react'
import type { Circle } from '../../model/canvas/grid.ts'
import type { Bubble } from '../../model/canvas/scene.ts'
import type { EditorState } from '../../state/editor.ts'
import { useBesideTree } from './placing/useBesideTree.ts'
import { useIntoSight } from './placing/useIntoSight.ts'
import { centredOn, showing, showingBox } from './placing/viewport.ts'
import { useFocusItem } from './pointing/useFocusItem.ts'
import type { BoardState } from './useBoard.ts'
import { useMarkedQuirk } from './useMarkedQuirk.ts'
import { useSteady } from './useSteady.ts'
import { useUsedQuirk } from './useUsedQuirk.ts'

/** Kept free around a bubble that is brought into sight, in px. */
const showMargin = 40

interface ChosenAt {
  editor: EditorState
  route: 'canvas' | 'tree' | 'query'
  canvas: RefObject<HTMLElement | null>
  /** The items for keyboard and screen readers. */
  tree: RefObject<HTMLElement | null>
}

/** The quirk that is chosen, by what, and the way to it: who chooses gives it the focus, who marks from beside the canvas does not. */
export function useChosen({ camera, expansion, sight }: BoardState, { editor, route, canvas, tree }: ChosenAt) {
  const [active, setActive] = useState<number | null>(null)
  /** The bubble that got the focus by keyboard, and opens by that. */
  const [keyed, setKeyed] = useState<number | null>(null)
  /** Only marked, from beside the canvas: who acts there needs no card here. */
  const [fromBeside, setFromBeside] = useState(false)
  const focusItem = useFocusItem(sight, active)

  const bubbleOf = (quirkId: number | null) =>
    quirkId === null ? undefined : (sight.opened?.scene.byId.get(quirkId) ?? sight.scene.byId.get(quirkId))
  const bringIntoSight = (bubble: Circle) => {
    const view = showing(camera.goal, bubble, bubble.r, camera.size, showMargin)
    if (view !== camera.goal) camera.glide(view)
  }
  const be = useCallback((quirkId: number | null, isFromBeside = false) => {
    setActive(quirkId)
    setFromBeside(isFromBeside)
  }, [])
  const choose = useCallback(
    (quirkId: number | null) => {
      be(quirkId)
      if (quirkId === null) canvas.current?.focus({ preventScroll: true })
      else focusItem(quirkId)
    },
    [be, canvas, focusItem],
  )
  const goTo = (bubble: Bubble) => {
    choose(bubble.id)
    bringIntoSight(bubble)
  }
  const find = useSteady((quirkId: number) => {
    const bubble = bubbleOf(quirkId)
    if (!bubble) return
    choose(quirkId)
    camera.glide(centredOn(bubble, camera.size, Math.max(1, camera.view.scale)))
  })
  const onActive = useCallback(
    (quirkId: number, byKey: boolean) => {
      be(quirkId)
      setKeyed(byKey ? quirkId : null)
      if (byKey) expansion.rest(quirkId)
    },
    [be, expansion],
  )
  /** The focus has left the bubble that it opened. */
  const leave = () => {
    if (keyed !== null) expansion.rest(null)
    setKeyed(null)
  }

  useIntoSight(editor, sight.scene, (bubble, around) => {
    const view = showingBox(camera.goal, around, camera.size, showMargin)
    if (!view) bringIntoSight(bubble)
    else if (view !== camera.goal) camera.glide(view)
  })
  useBesideTree(editor, route, {
    mark: (quirkId) => {
      const bubble = bubbleOf(quirkId)
      be(bubble?.id ?? null, true)
      if (bubble) bringIntoSight(bubble)
    },
    choose: (quirkId) => bubbleOf(quirkId) && choose(quirkId),
  })
  // Whoever clicks a highlight sees which bubble it belongs to.
  useMarkedQuirk((quirkId) => {
    if (bubbleOf(quirkId) && quirkId !== active) be(quirkId, true)
  })
  // Who codes goes from quirk to quirk: the sign goes along.
  useUsedQuirk(editor, (quirkId) => {
    if (quirkId === active) return
    if (tree.current?.contains(document.activeElement)) choose(quirkId)
    else be(quirkId, true)
  })

  return {
    active,
    keyed,
    fromBeside,
    /** Where it is drawn now. */
    bubbleOf,
    /** Chosen from now on; with the focus, by `choose`. */
    be,
    choose,
    /** Nothing is chosen any more; the focus stays where it is. */
    unmark: () => setActive(null),
    focusItem,
    bringIntoSight,
    /** Chosen and in sight, in the middle by `find`. */
    goTo,
    find,
    onActive,
    leave,
  }
}

export type Chosen = ReturnType<typeof useChosen>
