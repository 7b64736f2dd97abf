import { useEffect } from 'react'
import type { Notice } from '../../data/copies/handle.ts'
import { useProject } from '../../data/live/useLive.ts'
import { formatDate } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { type ToastMessage, toast } from '../../ui/feedback/toast.ts'

/** Says in toasts what happens to the project without anybody here having asked for it. */
export function useNotices(): void {
  const t = useT()
  const project = useProject()
  useEffect(
    () => project.onNotice((notice) => toast.show(messageOf(t, notice, project.state.connection !== 'online'))),
    [project, t],
  )
}

function messageOf(t: Translate, notice: Notice, opening: boolean): ToastMessage {
  if (notice.kind === 'leftAlone') return { kind: 'warning', message: t('project.leftAlone'), timeout: 6000 }
  if (notice.kind === 'accessChanged') {
    const privilege = t(`privilege.${notice.access}`)
    // More than reading is good news.
    const kind = mayWrite(notice.access) ? 'success' : 'warning'
    return { kind, message: t('status.accessChanged', { privilege }), timeout: 6000 }
  }
  if (notice.kind === 'wentBack') {
    const { author: name, at, undone } = notice
    const message = undone
      ? t('project.undidBack', { name })
      : at === null
        ? t('project.wentBackEarlier', { name })
        : t('project.wentBack', { name, time: formatDate(at) })
    return { kind: 'warning', message, timeout: 10_000, id: 'wentBack' }
  }
  const { problem } = notice
  // 1 §8, socket status 500: the server's trouble, tried again after 3 s.
  if (opening && problem.kind === 'storageFailed') {
    return { kind: 'warning', message: t('status.openingTrouble'), id: 'opening' }
  }
  return { kind: 'error', message: problemText(problem), id: problem.kind }
}
