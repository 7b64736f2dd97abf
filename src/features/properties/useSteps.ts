import { runTakeable, type TakeBack } from '../../data/copies/runTakeable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { Args, CommandName } from '../../model/commands.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

export interface Steps {
  /** Runs a command and says what it did, with a way back; what is refused comes back, unsaid. */
  step<N extends CommandName>(
    command: N,
    args: Args<N>,
    message: string | (() => Promise<string>),
  ): Promise<Problem | null>
  /** The same in silence: what it did is seen where it was done. */
  quietly<N extends CommandName>(command: N, args: Args<N>): Promise<Problem | null>
}

export function useSteps(): Steps {
  const t = useT()
  const project = useProject()
  return {
    async step(command, args, message) {
      const focused = document.activeElement
      const done = await runTakeable(project, command, args)
      if (isProblem(done)) return done.problem
      toast.show({
        id: 'step',
        kind: 'success',
        message: typeof message === 'string' ? message : await message(),
        action: { label: t('ui.undo'), onClick: () => void takeBack(done.ok, focused) },
      })
      return null
    },
    async quietly(command, args) {
      const done = await project.run(command, args)
      return isProblem(done) ? done.problem : null
    },
  }
}

/** Whoever pressed the button of the toast, which goes, works on where the step was done. */
async function takeBack(undo: TakeBack, focused: Element | null): Promise<void> {
  const undone = await undo()
  if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  if (isProblem(undone)) showProblem(undone.problem, { id: 'step' })
}
