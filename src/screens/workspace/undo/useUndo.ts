import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { undoMessage } from '../../../i18n/undoMessage.ts'
import { useT } from '../../../i18n/useT.ts'
import { mayWrite } from '../../../model/access.ts'
import type { StepTitle } from '../../../model/history.ts'
import { isProblem } from '../../../model/problems.ts'
import { editorOf, ownStep } from '../../../state/editor.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'

export type Way = 'undo' | 'redo'

export interface Undo {
  /** The titles of the steps that would be taken, in the person's language; null where there is none. */
  undo: string | null
  redo: string | null
  /** While a text is edited, which has a history of its own, and while a large step is taken. */
  paused: boolean
  /** What a large step that is being taken is called; null: none is. */
  taking: string | null
  take: (way: Way) => void
}

/** The project's history for buttons, and for keys (`useActionKeys`). While a text is being edited, the text has its own. */
export function useUndo(): Undo {
  const t = useT()
  const project = useProject()
  const history = useSnapshot(project.history)
  const editor = editorOf(project.uuid)
  const { editing } = useSnapshot(editor)
  const { way: taking } = useSnapshot(project.taking)
  const paused = editing || taking !== null
  const writes = mayWrite(useSnapshot(project.state).access)
  // Who may only read now may have done something before.
  const titleOf = (step: StepTitle | null) => (step === null || !writes ? null : undoMessage(t, step))
  const titles = { undo: titleOf(history.undo), redo: titleOf(history.redo) }

  const take = async (way: Way): Promise<void> => {
    const title = titles[way]
    if (title === null || paused) return
    const isThere = async (sourceId: number) => (await project.ask('source', { sourceId })).value !== null
    const done = await ownStep(editor, () => project[way](), isThere)
    if (isProblem(done)) showProblem(done.problem, { id: 'step' })
    else
      toast.show({
        message: t(way === 'undo' ? 'project.undone' : 'project.redone', { title }),
        id: 'step',
        timeout: 2000,
      })
  }
  return {
    ...titles,
    paused,
    taking: taking && t(`project.${taking}`, { title: titles[taking] ?? '' }),
    take: (way) => void take(way),
  }
}
