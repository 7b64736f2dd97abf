import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { api } from '../../data/server/server.ts'
import { can } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { go } from '../hash.ts'
import { forgetCopy } from './forgetCopy.ts'
import { plainLeft } from './plainLeft.ts'
import { WhoLosesIt } from './RemoveProject.tsx'

/** Whether the plain project goes, now that there is a protected copy of it: for good, and with its backups, or its words would still lie there. */
export function PlainLeft() {
  const t = useT()
  const { of } = useSnapshot(plainLeft)
  const [busy, setBusy] = useState(false)
  if (!of) return null
  const { uuid, name, copy } = of
  const leave = () => {
    plainLeft.of = null
    go(`/projects/${copy.uuid}`)
  }
  const remove = async () => {
    setBusy(true)
    const gone = await removeForGood(uuid)
    setBusy(false)
    if (isProblem(gone)) return showProblem(gone.problem)
    void forgetCopy(uuid)
    toast.show({ message: t('projects.deleted', { name: projectTitle(name) }) })
    leave()
  }
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t('protection.plainLeftTitle', { name: projectTitle(name) })}
      confirm={t('projects.deleteForGood')}
      cancel={t('protection.plainKeep')}
      onClose={leave}
      onConfirm={() => void remove()}
    >
      {t('protection.plainLeftText', { copy: copy.title })} {can('sharing') && <WhoLosesIt uuid={uuid} />}
    </ConfirmDialog>
  )
}

const removeForGood = (uuid: string): Promise<Result<object>> =>
  can('localFiles')
    ? api('POST /web/api/local/delete', { body: { project_uuid: uuid, forGood: true, backups: true } })
    : api('DELETE /web/api/v2/projects/{uuid}', { path: { uuid } })
