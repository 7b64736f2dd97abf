import { useCallback, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { formatDate, formatDecimal, formatTime } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Backup } from '../../model/history.ts'
import { isProblem } from '../../model/problems.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { BackupIcon } from '../../ui/icons.ts'
import { backUp, backupsOf } from './historyCalls.ts'
import { PutBackDialog } from './PutBackDialog.tsx'
import type { Ways } from './past.ts'
import { Unanswered } from './Unanswered.tsx'
import { useAnswer } from './useAnswer.ts'

/** Whole copies of the project that the server makes by itself, and what they are for. `owns`: may put one in the project's place. */
export function BackupsPane({ canWrite, owns, onOpen }: Ways & { owns: boolean }) {
  const t = useT()
  const { uuid } = useProject()
  const { answer, problem, reload } = useAnswer(useCallback(() => backupsOf(uuid), [uuid]))
  const [busy, setBusy] = useState(false)
  const [chosen, choose] = useState<Backup | null>(null)
  const make = async () => {
    setBusy(true)
    const made = await backUp(uuid)
    setBusy(false)
    if (isProblem(made)) showProblem(made.problem)
    void reload()
  }
  const minutes = answer?.backups.map(({ at }) => formatDate(at)) ?? []
  /** With seconds where another was made in the same minute. */
  const timeOf = (at: number) => {
    const time = formatDate(at)
    return minutes.indexOf(time) === minutes.lastIndexOf(time) ? time : formatTime(at)
  }
  return (
    <div className="history-pane history-scroll">
      <div className="history-form" data-keep-clear>
        <p className="history-note">{t('history.backupsText')}</p>
        {canWrite && (
          <Button kind="primary" icon={BackupIcon} busy={busy} onClick={() => void make()}>
            {t('history.backUpNow')}
          </Button>
        )}
      </div>
      {answer?.failed && (
        <p className="history-failed" role="status" data-keep-clear>
          {t('history.backupFailed', {
            date: formatDate(answer.failed.at),
            detail: problemText(answer.failed.problem),
          })}
        </p>
      )}
      {problem && !answer && <Unanswered problem={problem} reload={reload} />}
      {!answer && !problem && <Skeleton lines={3} height="3rem" />}
      {answer?.backups.length === 0 && <EmptyState icon={BackupIcon} title={t('history.noBackups')} />}
      <ul className="history-entries" aria-label={t('history.backups')}>
        {answer?.backups.map((backup) => (
          <li key={backup.id} className="history-entry" data-keep-clear-if-room>
            <div>
              <strong>{timeOf(backup.at)}</strong>
              <span className="history-note">
                {t(`history.reason.${backup.reason}`)}, {formatDecimal(backup.size / 1_000_000, 1)} MB
              </span>
            </div>
            <Button onClick={() => onOpen({ moment: { of: 'backups', id: backup.id }, at: backup.at })}>
              {t('history.openAs')}
            </Button>
            {owns && <Button onClick={() => choose(backup)}>{t('history.putBack')}</Button>}
          </li>
        ))}
      </ul>
      {chosen && (
        <PutBackDialog
          backup={chosen}
          time={timeOf(chosen.at)}
          onClose={() => {
            choose(null)
            void reload()
          }}
        />
      )}
    </div>
  )
}
