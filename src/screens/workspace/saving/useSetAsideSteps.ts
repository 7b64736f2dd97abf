import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { mayWrite } from '../../../model/access.ts'
import { isProblem } from '../../../model/problems.ts'
import { projectTitle } from '../../../model/rules/projects/projectTitle.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveUnsent } from '../../account/unsentPage.ts'
import { saveFromToast } from '../useNotices.ts'

/** The steps that are set aside, and what can be done with them. `canWrite`: in the project; `sendable`: how many may be sent now. */
export function useSetAsideSteps() {
  const t = useT()
  const project = useProject()
  const { setAside, sendable, access, name } = useSnapshot(project.state)
  const [isSending, setSending] = useState(false)
  const download = async () => saveUnsent(t, projectTitle(name), await project.setAsideAsFile())
  const send = async () => {
    setSending(true)
    const done = await project.sendSetAside().finally(() => setSending(false))
    if (isProblem(done)) return showProblem(done.problem)
    const { sent, setAside: staying } = done.ok
    if (sent > 0) toast.show({ kind: 'success', message: t('setAside.sent', { n: sent }) })
    if (staying === 0) return
    const action = { label: t('unsent.download'), onClick: saveFromToast }
    toast.show({ kind: 'warning', message: t('setAside.notSent', { n: staying }), timeout: 10_000, action })
  }
  const canWrite = mayWrite(access)
  return {
    setAside,
    canWrite,
    sendable: canWrite ? sendable : 0,
    isSending,
    send,
    download,
    giveUp: () => project.giveUpSetAside(),
  }
}
