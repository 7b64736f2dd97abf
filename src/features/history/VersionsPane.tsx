import { type FormEvent, useCallback, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { formatDate } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { NamedVersion } from '../../model/history.ts'
import { isProblem } from '../../model/problems.ts'
import { device } from '../../state/device.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DeleteIcon, HistoryIcon } from '../../ui/icons.ts'
import { nameVersion, removeVersion, versionsOf } from './historyCalls.ts'
import type { Ways } from './past.ts'
import { Unanswered } from './Unanswered.tsx'
import { useAnswer } from './useAnswer.ts'

/** States of the project that somebody has named, and the way to name that of now. */
export function VersionsPane({ canWrite, onRestore, onOpen }: Ways) {
  const t = useT()
  const { uuid } = useProject()
  const { answer, problem, reload } = useAnswer(useCallback(() => versionsOf(uuid), [uuid]))
  const [removed, remove] = useState<NamedVersion | null>(null)
  const confirm = async () => {
    if (!removed) return
    const done = await removeVersion(uuid, removed.id)
    if (isProblem(done)) showProblem(done.problem)
    remove(null)
    void reload()
  }
  return (
    <div className="history-pane history-scroll">
      {canWrite && <NameForm uuid={uuid} onNamed={() => void reload()} />}
      {problem && !answer && <Unanswered problem={problem} reload={reload} />}
      {!answer && !problem && <Skeleton lines={3} height="3rem" />}
      {answer?.versions.length === 0 && (
        <EmptyState icon={HistoryIcon} title={t('history.noVersions')}>
          {t('history.noVersionsText')}
        </EmptyState>
      )}
      <ul className="history-entries" aria-label={t('history.versions')}>
        {answer?.versions.map((version) => {
          const { id, name, author, at } = version
          const past = { moment: { of: 'versions' as const, id }, at, name }
          return (
            <li key={id} className="history-entry">
              <div>
                <strong>{name}</strong>
                <span className="history-note">
                  {author || t('history.somebody')}, {formatDate(at)}
                </span>
              </div>
              {onRestore && <Button onClick={() => onRestore(past)}>{t('history.goBack')}</Button>}
              <Button onClick={() => onOpen(past)}>{t('history.openAs')}</Button>
              {version.removable && (
                <IconButton
                  icon={DeleteIcon}
                  label={t('history.removeVersion', { name })}
                  onClick={() => remove(version)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {removed && (
        <ConfirmDialog
          open
          danger
          title={t('history.removeVersion', { name: removed.name })}
          confirm={t('history.remove')}
          onClose={() => remove(null)}
          onConfirm={() => void confirm()}
        >
          {t('history.removeVersionText')}
        </ConfirmDialog>
      )}
    </div>
  )
}

function NameForm({ uuid, onNamed }: { uuid: string; onNamed: () => void }) {
  const t = useT()
  const [name, write] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const made = await nameVersion(uuid, name.trim(), device.author)
    setBusy(false)
    if (isProblem(made)) return setError(problemText(made.problem))
    setError(undefined)
    write('')
    onNamed()
  }
  return (
    <form className="history-form" noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={t('history.versionName')} value={name} onChange={write} error={error} />
      <Button type="submit" kind="primary" busy={busy}>
        {t('history.nameVersion')}
      </Button>
    </form>
  )
}
