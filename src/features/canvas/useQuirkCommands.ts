import { useRemoval } from '../../data/live/useRemoval.ts'
import { useT } from '../../i18n/useT.ts'
import type { Bubble, Scene } from '../../model/canvas/scene.ts'
import { refusedParents } from '../../model/rules/nesting.ts'
import type { Passage } from '../../state/passage.ts'
import type { CanvasViewProps } from './CanvasView.tsx'
import type { useArrivals } from './useArrivals.ts'
import type { Chosen } from './useChosen.ts'
import type { QuirkActions } from './useQuirkActions.ts'

interface CommandsAt extends Pick<CanvasViewProps, 'onChooseQuirk' | 'onMerge' | 'onRemove'> {
  actions: QuirkActions
  chosen: Chosen
  arrivals: ReturnType<typeof useArrivals>
  /** What is drawn, and the same with what a filter leaves out. */
  scene: Scene
  whole: Scene | undefined
  selection: Passage | null
  say: (words: string) => void
}

/** What menu and keys do to a quirk: what has to be asked first, and where the person is afterwards. */
export function useQuirkCommands({ actions, chosen, arrivals, scene, whole, selection, say, ...asks }: CommandsAt) {
  const t = useT()
  const all = whole ?? scene
  const removeQuirk = useRemoval(asks.onRemove, arrivals.onReturn)
  const highlight = (bubble: Bubble) => {
    if (selection) void actions.highlight(bubble, selection)
    else say(t('text.selectFirst'))
  }
  const moveInto = async (bubble: Bubble) => {
    const title = t('quirk.moveIntoTitle', { title: actions.named(bubble) })
    const picked = await asks.onChooseQuirk({ title, without: refusedParents(all.parents, bubble.id) })
    const parent = picked === null ? undefined : all.byId.get(picked)
    if (parent) await actions.moveInto(bubble, parent)
  }
  const moveOut = async (bubble: Bubble) => {
    const { placeOutside } = await import('./CanvasMenu.tsx')
    return actions.moveTo(bubble, placeOutside(all.bubbles, bubble.id) ?? bubble)
  }
  const remove = async (bubble: Bubble) => {
    const { index, end } = scene.byId.get(bubble.id) ?? bubble
    const next = scene.bubbles[end] ?? scene.bubbles[index - 1]
    if (!(await removeQuirk(bubble.id))) return
    if (next) chosen.goTo(next)
    else chosen.choose(null)
  }
  const merge = async (bubble: Bubble) => {
    const target = await asks.onMerge(bubble.id)
    if (target !== null) arrivals.reveal(target)
  }
  return { highlight, moveInto, moveOut, remove, merge }
}
