import { removeCopy } from '../../data/copies/copies.ts'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { giveUp } from '../../data/copies/heldProjects.ts'
import { keepUnsent } from '../../data/copies/unsentSteps.ts'
import { accountKey } from '../../data/server/session.ts'
import { t } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import type { Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { saveUnsent } from './unsentPage.ts'

/** A project that this person may not see any more leaves this browser; what they had not sent is kept for them (`UnsentBanner.tsx`). */
export async function clearRevoked(
  project: ProjectHandle,
  problem: Extract<Problem, { kind: 'accessRevoked' }>,
): Promise<void> {
  const account = accountKey()
  const { left, waiting, name } = project.state
  const n = left + waiting
  const key = whatHappened(problem.deleted)
  // Without a name where it was never opened here.
  const message = [problemText(problem), ...(name === '' ? [] : [t(key, { name: projectTitle(name) })])].join('. ')
  // Where nothing was opened here there is no copy to be asked.
  const text = n > 0 ? await project.waitingAsFile() : null
  if (text === null) toast.show({ kind: 'error', message })
  else {
    const isKept = await keepUnsent({ account, uuid: project.uuid, name, text }).then(
      () => true,
      () => false,
    )
    toast.show({
      kind: 'error',
      message: `${message.replace(/\.$/, '')}. ${t('status.leftRevoked', { n })}`,
      // Nothing can be kept here: the message stays, with the only way to them.
      ...(!isKept && {
        timeout: 0,
        action: {
          label: t('settings.leftDownload'),
          onClick: () => saveUnsent(t, projectTitle(name), text),
        },
      }),
    })
  }
  giveUp(project)
  await removeCopy(account, project.uuid)
}

/** Who comes back to a project that is not there for them any more is not told why. */
const whatHappened = (deleted: boolean | undefined) => {
  if (deleted === undefined) return 'status.revokedOrDeleted'
  return deleted ? 'status.revokedDeleted' : 'status.revokedProject'
}
