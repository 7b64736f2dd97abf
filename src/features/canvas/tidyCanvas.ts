import type { ProjectHandle } from '../../data/copies/handle.ts'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Args } from '../../model/commands.ts'
import { isProblem } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Stores places in one step, and says how many quirks have been moved, with a way back. Fetched when somebody tidies. */
export async function tidyCanvas(project: ProjectHandle, t: Translate, args: Args<'tidyCanvas'>): Promise<void> {
  const done = await runTakeable(project, 'tidyCanvas', args)
  if (isProblem(done)) return showProblem(done.problem)
  const undo = async () => {
    const undone = await done.ok()
    if (isProblem(undone)) showProblem(undone.problem)
  }
  const message = t('canvas.tidied', { n: args.places.length })
  toast.show({ id: 'step', message, action: { label: t('ui.undo'), onClick: () => void undo() } })
}
