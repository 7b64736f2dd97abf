import { useEffect } from 'react'
import type { Notice, ProjectHandle } from '../../data/copies/handle.ts'
import { useProject } from '../../data/live/useLive.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { withWords } from '../../i18n/language.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { toastTime } from '../../model/limits.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { type ToastMessage, toast } from '../../ui/feedback/toast.ts'
import { go } from '../hash.ts'
import type { OthersNotice } from './othersMessage.ts'

let save = (): void => {}
/** Saves the steps that are set aside, from a toast: it outlives the part of the page that has shown it, so that the workspace asks what is to be asked. */
export const saveFromToast = (): void => save()

/** Says in toasts what happens to the project without anybody here having asked for it. `ask`: before a file that is plain. */
export function useNotices(ask: (run: () => void) => void): void {
  const t = useT()
  const project = useProject()
  useEffect(() => {
    save = () => ask(() => void saveSetAside(t, project))
  }, [ask, project, t])
  useEffect(() => {
    let isLeft = false
    const stop = project.onNotice((notice) => {
      // The account says it, and is where one is set up; what is not sent waits in the copy.
      if (notice.kind === 'problem' && notice.problem.kind === 'factorDemanded') return go('/account')
      if (!isOfOthers(notice)) return toast.show(messageOf(t, notice, project))
      void withWords(import('./othersMessage.ts')).then(({ othersMessage }) => {
        if (!isLeft) toast.show(othersMessage(t, notice, project))
      })
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [project, t])
}

/** They come while there is a network, and most people see none of them for days. */
const isOfOthers = (notice: Notice): notice is OthersNotice =>
  ['wentBack', 'newPassword', 'bothTexts', 'cellTwice', 'wentAlong'].includes(notice.kind)

/** What is said of the open project alone: its last step with the way to take that back, and what happened to it. */
const ofProject = ['step', 'groups', 'opening', 'accessChanged', 'wentBack', 'newPassword']

/** Once somebody has left the project: on the list, or over another one, it would be taken for theirs. */
export function closeNotices(): void {
  for (const id of ofProject) toast.close(id)
}

export function messageOf(t: Translate, notice: Exclude<Notice, OthersNotice>, project: ProjectHandle): ToastMessage {
  if (notice.kind === 'leftAlone') return { kind: 'warning', message: t('problem.leftAlone'), timeout: toastTime.long }
  if (notice.kind === 'accessChanged') {
    const privilege = t(`privilege.${notice.access}`)
    // More than reading is good news.
    const kind = mayWrite(notice.access) ? 'success' : 'warning'
    return { kind, message: t('status.accessChanged', { privilege }), timeout: toastTime.long, id: 'accessChanged' }
  }
  const { problem } = notice
  if (problem.kind === 'stepsSetAside') {
    const action = { label: t('unsent.download'), onClick: saveFromToast }
    return { kind: 'error', message: problemText(problem), id: problem.kind, timeout: 15_000, action }
  }
  // 1 §8, socket status 500: the server's trouble, tried again after 3 s.
  if (project.state.connection !== 'online' && problem.kind === 'storageFailed') {
    return { kind: 'warning', message: t('status.openingTrouble'), id: 'opening' }
  }
  return { kind: 'error', message: problemText(problem), id: problem.kind }
}

/** The page that says what they were comes when it is asked for. */
async function saveSetAside(t: Translate, project: ProjectHandle): Promise<void> {
  const [{ saveUnsent }, text] = await Promise.all([import('../account/unsentPage.ts'), project.setAsideAsFile()])
  saveUnsent(t, projectTitle(project.state.name), text)
}
