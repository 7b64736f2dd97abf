/** What a toast says of what others have done to the project, and of where one's own work met theirs. */
import type { Notice, ProjectHandle } from '../../data/copies/handle.ts'
import { formatDate } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { ToastMessage } from '../../ui/feedback/toast.ts'

type WentBackNotice = Extract<Notice, { kind: 'wentBack' }>
type BothTextsNotice = Extract<Notice, { kind: 'bothTexts' }>
type CellTwiceNotice = Extract<Notice, { kind: 'cellTwice' }>
type WentAlongNotice = Extract<Notice, { kind: 'wentAlong' }>
type NewPasswordNotice = Extract<Notice, { kind: 'newPassword' }>
export type OthersNotice = WentBackNotice | NewPasswordNotice | BothTextsNotice | CellTwiceNotice | WentAlongNotice

export function othersMessage(t: Translate, notice: OthersNotice, project: ProjectHandle): ToastMessage {
  if (notice.kind === 'wentBack') {
    const own = ownPutBack(t, notice, project)
    return {
      kind: own ? 'success' : 'warning',
      message: own ?? wentBackWords(t, notice),
      timeout: 10_000,
      id: 'wentBack',
    }
  }
  if (notice.kind === 'newPassword') {
    const name = notice.author.trim() || t('history.somebody')
    return { kind: 'warning', message: t('project.newPassword', { name }), timeout: 10_000, id: 'newPassword' }
  }
  if (notice.kind === 'bothTexts')
    return { kind: 'warning', message: bothTextsWords(t, notice, project), timeout: 10_000 }
  if (notice.kind === 'cellTwice')
    return { kind: 'warning', message: cellTwiceWords(t, notice, project), timeout: 10_000 }
  return { kind: 'info', message: wentAlongWords(t, notice), timeout: 10_000 }
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
