import { useMemo, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { formatDate } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { Backup } from '../../model/history.ts'
import { isProblem } from '../../model/problems.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { putBack } from './historyCalls.ts'
import { previewLines } from './stepWords.ts'
import { usePreview } from './usePreview.ts'

interface PutBackDialogProps {
  backup: Backup
  /** When it was made, as the list has it. */
  time: string
  onClose: () => void
}

/** Asks before a backup takes the place of the project. What changes it says where it can: one made by an older version of the program may have other tables. */
export function PutBackDialog({ backup: { id, at }, time, onClose }: PutBackDialogProps) {
  const t = useT()
  const { uuid } = useProject()
  const { answer, isNewer, isHeld, isStill } = usePreview(useMemo(() => ({ of: 'backups', id }), [id]))
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    const still = answer && (await isStill())
    if (still && !isProblem(still) && !still.ok) return setBusy(false)
    const done = await putBack(uuid, id)
    onClose()
    if (isProblem(done)) return showProblem(done.problem)
    // As `othersMessage.ts` says it too, when the window has read the project anew.
    toast.show({
      kind: 'success',
      message: t('history.putBackDone', { time: formatDate(at) }),
      timeout: 10_000,
      id: 'wentBack',
    })
  }
  const lines = answer && previewLines(t, answer)
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t('history.putBackTitle', { date: time })}
      confirm={t('history.putBack')}
      onClose={onClose}
      onConfirm={() => void go()}
    >
      {t('history.putBackText')}{' '}
      <span className="history-changes" aria-live="polite">
        {lines?.length === 0 ? t('history.same') : lines?.map((line) => <strong key={line}>{line}</strong>)}
        {isHeld && <span role="alert">{t('history.lookAgain')}</span>}
        {isNewer && !isHeld && <span>{t('history.newer')}</span>}
      </span>
    </ConfirmDialog>
  )
}
