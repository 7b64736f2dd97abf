import { removeCopy, withMemos } from '../../data/copies/copies.ts'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { giveUpLast, lastSteps } from '../../data/copies/heldProjects.ts'
import { countSteps, keepUnsent } from '../../data/copies/unsentSteps.ts'
import { accountKey } from '../../data/server/session.ts'
import { t } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import type { Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { tellGone } from '../projectList/goneMessages.ts'
import { saveUnsent } from './unsentPage.ts'

/** It is told once, however often the state of a project is. */
const cleared = new WeakSet<ProjectHandle>()

/**
 * A project that this person may not see any more leaves this browser; what they had not sent, be it typed a moment ago, is kept for them
 * (`UnsentBanner.tsx`). Its screens have ended.
 */
export async function clearRevoked(
  project: ProjectHandle,
  problem: Extract<Problem, { kind: 'accessRevoked' }>,
): Promise<void> {
  if (cleared.has(project)) return
  cleared.add(project)
  const account = accountKey()
  const { name } = project.state
  const steps = await lastSteps(project)
  const text = withMemos(steps, account, project.uuid)
  const n = text === null ? 0 : countSteps({ text })
  const { message, happened } = whatHappened(problem, name)
  if (text === null || n === 0) tellGone(project.uuid, { message, note: happened.join(' ') })
  else {
    const isKept = await keepUnsent({ account, uuid: project.uuid, name, text }).then(
      () => true,
      () => false,
    )
    const note = [...happened, t('status.unsentRevoked', { n })].join(' ')
    if (isKept) tellGone(project.uuid, { message, note })
    // Nothing can be kept here: the message has the only way to them, even if the project comes back.
    else
      toast.show({
        kind: 'error',
        message,
        note,
        timeout: 0,
        action: {
          label: t('unsent.download'),
          onClick: () => saveUnsent(t, projectTitle(name), text),
        },
      })
  }
  const haveAllLeft = await giveUpLast(project)
  // What could not be asked for stays until another list is without the project (`clearGone.ts`).
  if (text !== null && haveAllLeft) await removeCopy(account, project.uuid)
}

/** What stands first, and what under it. Who comes back to a project that is not there for them any more is not told why. */
function whatHappened(problem: Extract<Problem, { kind: 'accessRevoked' }>, name: string) {
  const message = problemText(problem)
  // It was never opened here, and stood in no list: whether there is such a project is not told.
  if (name === '') return { message, happened: [t('status.noSuchProject')] }
  const project = { name: projectTitle(name) }
  if (problem.deleted === undefined) return { message, happened: [t('status.revokedOrDeleted', project)] }
  // Nobody has taken a right away.
  if (problem.deleted) return { message: t('status.revokedDeleted', project), happened: [] }
  return { message, happened: [t('status.revokedProject', project)] }
}
