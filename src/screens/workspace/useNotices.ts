import { useEffect } from 'react'
import type { Notice, ProjectHandle } from '../../data/copies/handle.ts'
import { useProject } from '../../data/live/useLive.ts'
import { formatDate } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { toastTime } from '../../model/limits.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { type ToastMessage, toast } from '../../ui/feedback/toast.ts'

type WentBackNotice = Extract<Notice, { kind: 'wentBack' }>
type BothTextsNotice = Extract<Notice, { kind: 'bothTexts' }>
type CellTwiceNotice = Extract<Notice, { kind: 'cellTwice' }>
type WentAlongNotice = Extract<Notice, { kind: 'wentAlong' }>

/** Says in toasts what happens to the project without anybody here having asked for it. */
export function useNotices(): void {
  const t = useT()
  const project = useProject()
  useEffect(
    () =>
      project.onNotice((notice) => {
        toast.show(messageOf(t, notice, project))
      }),
    [project, t],
  )
}

/** What is said of the open project alone: its last step with the way to take that back, and what happened to it. */
const ofProject = ['step', 'groups', 'opening', 'accessChanged', 'wentBack']

/** Once somebody has left the project: on the list, or over another one, it would be taken for theirs. */
export function closeNotices(): void {
  for (const id of ofProject) toast.close(id)
}

function messageOf(t: Translate, notice: Notice, project: ProjectHandle): ToastMessage {
  if (notice.kind === 'leftAlone') return { kind: 'warning', message: t('problem.leftAlone'), timeout: toastTime.long }
  if (notice.kind === 'accessChanged') {
    const privilege = t(`privilege.${notice.access}`)
    // More than reading is good news.
    const kind = mayWrite(notice.access) ? 'success' : 'warning'
    return { kind, message: t('status.accessChanged', { privilege }), timeout: toastTime.long, id: 'accessChanged' }
  }
  if (notice.kind === 'wentBack') {
    const own = ownPutBack(t, notice, project)
    return {
      kind: own ? 'success' : 'warning',
      message: own ?? wentBackWords(t, notice),
      timeout: 10_000,
      id: 'wentBack',
    }
  }
  if (notice.kind === 'bothTexts')
    return { kind: 'warning', message: bothTextsWords(t, notice, project), timeout: 10_000 }
  if (notice.kind === 'cellTwice')
    return { kind: 'warning', message: cellTwiceWords(t, notice, project), timeout: 10_000 }
  if (notice.kind === 'wentAlong') return { kind: 'info', message: wentAlongWords(t, notice), timeout: 10_000 }
  const { problem } = notice
  if (problem.kind === 'stepsSetAside') {
    const action = { label: t('unsent.download'), onClick: () => void saveSetAside(t, project) }
    return { kind: 'error', message: problemText(problem), id: problem.kind, timeout: 15_000, action }
  }
  // 1 §8, socket status 500: the server's trouble, tried again after 3 s.
  if (project.state.connection !== 'online' && problem.kind === 'storageFailed') {
    return { kind: 'warning', message: t('status.openingTrouble'), id: 'opening' }
  }
  return { kind: 'error', message: problemText(problem), id: problem.kind }
}

/** To who put a backup in place, in every window of theirs; null: it was somebody else, or a going back. */
function ownPutBack(t: Translate, { author, to }: WentBackNotice, { state }: ProjectHandle): string | null {
  if (!to.backup || to.at === undefined || author !== state.author) return null
  return t('history.putBackDone', { time: formatDate(to.at) })
}

function wentBackWords(t: Translate, { author, to }: WentBackNotice): string {
  const name = author.trim() || t('history.somebody')
  const { seq, at, name: version, backup } = to
  const time = at === undefined ? null : formatDate(at)
  if (backup && time !== null) return t('project.putBack', { name, time })
  if (seq === undefined) return t('project.undidBack', { name })
  if (version) return t('project.wentBackTo', { name, version })
  return time === null ? t('project.wentBackEarlier', { name }) : t('project.wentBack', { name, time })
}

/** One's own in another browser is nobody else's. */
function bothTextsWords(t: Translate, { of, title, author }: BothTextsNotice, { state }: ProjectHandle): string {
  const who = author === state.author ? 'self' : 'other'
  return t('project.bothTexts', {
    of,
    title: title || t('export.untitledSource'),
    who,
    name: author.trim() || t('history.somebody'),
  })
}

function cellTwiceWords(t: Translate, notice: CellTwiceNotice, { state }: ProjectHandle): string {
  const { property, source, own, theirs, author } = notice
  const who = author === state.author ? 'self' : 'other'
  return t('project.cellTwice', {
    who,
    name: author.trim() || t('history.somebody'),
    property,
    title: source || t('export.untitledSource'),
    own,
    theirs,
  })
}

const wentAlongWords = (t: Translate, { title, into, n, author }: WentAlongNotice): string =>
  t('project.wentAlong', {
    name: author.trim() || t('history.somebody'),
    title: title.trim() || t('quirk.untitled'),
    into: into.trim() || t('quirk.untitled'),
    n,
  })

/** The page that says what they were comes when it is asked for. */
async function saveSetAside(t: Translate, project: ProjectHandle): Promise<void> {
  const [{ saveUnsent }, text] = await Promise.all([import('../account/unsentPage.ts'), project.setAsideAsFile()])
  saveUnsent(t, projectTitle(project.state.name), text)
}
