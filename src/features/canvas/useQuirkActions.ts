import { useProject } from '../../data/live/useLive.ts'
import { withWords } from '../../i18n/language.ts'
import { useT } from '../../i18n/useT.ts'
import { titleOf } from '../../model/canvas/labels.ts'
import type { PlacedBubble } from '../../model/canvas/map/layoutMap.ts'
import type { Bubble, Scene } from '../../model/canvas/scene.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Placed } from '../../model/rules/projects/settings.ts'
import { type Key, none } from '../../model/schema.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import type { Passage } from '../../state/passage.ts'
import { sayWhenDone } from '../../ui/feedback/sayWhenDone.ts'
import type { Point } from './placing/viewport.ts'
import type { Drop } from './pointing/drop.ts'
import type { TidyPlaces } from './tidyPlaces.ts'

/** The map that places are of. */
interface MapAt {
  scene: () => Scene
  /** With what is folded, and what the groups filter leaves out. */
  whole: () => Scene | undefined
  rows: () => ReadonlyMap<Key, QuirkRow> | undefined
  /** Where they would stand closer together. */
  packed: () => Promise<readonly PlacedBubble[]>
  howPlaced: () => Placed
  /** People have placed the quirks where they are drawn, or what is drawn is not everybody's picture. */
  isPlaced: () => boolean
  /** A person has put it somewhere. */
  onPlaced: (quirkId: number) => void
  /** A person has put it into another one. */
  onNested: (quirkId: number, parentId: number) => void
}

/** What the canvas does to quirks: commands, with what to say when they are done. Each answers whether it was done. */
export function useQuirkActions(say: (words: string) => void, onCode: CodePassage, map: MapAt) {
  const project = useProject()
  const t = useT()
  const named = (bubble: Bubble) => titleOf(bubble, { untitled: t('quirk.untitled') })

  const moveInto = async (bubble: Bubble, parent: Bubble) => {
    const words = t('canvas.movedInto', { title: named(bubble), parent: named(parent) })
    const { nestOnMap } = await import('../../data/live/nestOnMap.ts')
    const act = { quirkId: bubble.id, parentQuirkId: parent.id }
    const isDone = await sayWhenDone(say, words, nestOnMap(project, act, t('quirk.untitled')))
    if (isDone) map.onNested(bubble.id, parent.id)
    return isDone
  }
  /** `at`: where it is drawn then. The first time the others are stored where they are drawn too: nothing else moves. */
  const moveTo = async (bubble: Bubble, at: Point) => {
    map.onPlaced(bubble.id)
    const leaves = bubble.parent !== none
    const words = t(leaves ? 'canvas.movedOut' : 'canvas.moved', { title: named(bubble) })
    const { droppingCalls } = await import('../../model/canvas/droppedPlaces.ts')
    const calls = droppingCalls(map.whole() ?? map.scene(), map.rows() ?? new Map(), bubble, at, map.isPlaced())
    return sayWhenDone(say, words, project.runAll(calls, 'undo.moveQuirk'))
  }
  const drop = async (bubble: Bubble, drop: Drop): Promise<boolean> => {
    if (drop.to === 'quirk') return moveInto(bubble, drop.parent)
    return drop.to === 'place' ? moveTo(bubble, drop) : false
  }
  const highlight = (bubble: Bubble, passage: Passage, isDropped = false) =>
    onCode({ passage: { ...passage } }, { quirkId: bubble.id }, { say, isDropped })
  /** Brings the quirks close together, in one step; answers where those stand that have another place now. */
  const tidy = async (): Promise<TidyPlaces> => {
    const { tidyCanvas } = await withWords(import('./tidyCanvas.ts'))
    return tidyCanvas({ project, t, say }, await map.packed(), map.rows() ?? new Map(), map.howPlaced())
  }
  return { moveInto, moveTo, drop, highlight, named, tidy }
}

export type QuirkActions = ReturnType<typeof useQuirkActions>
