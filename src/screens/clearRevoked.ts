import { removeCopy } from '../data/copies.ts'
import type { ProjectHandle } from '../data/handle.ts'
import { giveUp } from '../data/heldProjects.ts'
import { saveFile } from '../data/saveFile.ts'
import { accountKey } from '../data/session.ts'
import { t } from '../i18n/i18n.ts'
import { problemText } from '../i18n/problemText.ts'
import { toast } from '../ui/toast.ts'

/** A project that this person may not see any more leaves this browser; what they had not sent is theirs to take along. */
export async function clearRevoked(project: ProjectHandle): Promise<void> {
  const n = project.state.left + project.state.waiting
  const message = problemText({ kind: 'accessRevoked' })
  // Where nothing was opened here there is no copy to be asked.
  const steps = n > 0 ? await project.waitingAsFile() : null
  toast.show(
    steps === null
      ? { kind: 'error', message }
      : {
          kind: 'error',
          message: `${message}. ${t('status.leftRevoked', { n })}`,
          timeout: 0,
          action: {
            label: t('settings.leftDownload'),
            onClick: () => saveFile(new Blob([steps], { type: 'application/json' }), 'steps.json'),
          },
        },
  )
  giveUp(project)
  await removeCopy(accountKey(), project.uuid)
}
