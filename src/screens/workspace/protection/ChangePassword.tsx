import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { PasswordField } from '../../../features/account/PasswordField.tsx'
import { problemText } from '../../../i18n/problemText.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem, type Problem } from '../../../model/problems.ts'
import { projectTitle } from '../../../model/rules/projects/projectTitle.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { ErrorIcon } from '../../../ui/icons.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { newPasswordProblem, ofPasswords } from '../../projectList/newPassword.ts'
import { NewPasswordFields } from '../../projectList/ProtectNew.tsx'

const RecoveryCode = lazyPart(async () => (await import('../../projectList/RecoveryCode.tsx')).RecoveryCode)

/** Another password and another recovery code of a protected project, by one of those that it has. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useT()
  const project = useProject()
  const title = projectTitle(useSnapshot(project.state).name)
  const [secret, setSecret] = useState('')
  const [typed, setTyped] = useState({ password: '', again: '' })
  const [wrong, setWrong] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [recovery, setRecovery] = useState<string | null>(null)
  const submit = async () => {
    if (busy || secret.trim() === '') return
    setBusy(true)
    const found = await newPasswordProblem(typed)
    setWrong(found)
    if (found) return setBusy(false)
    const changed = await project.changePassword(secret, typed.password)
    setBusy(false)
    if (isProblem(changed)) setWrong(changed.problem)
    else setRecovery(changed.ok.recovery)
  }
  const ofSecret = wrong?.kind === 'wrongPassword'
  const elsewhere = wrong && !ofSecret && !ofPasswords.has(wrong.kind) ? wrong : null
  return (
    <Modal
      open
      size="small"
      title={t('protection.changeTitle', { name: title })}
      description={t('protection.changeText')}
      locked={busy}
      holding={secret !== '' || typed.password !== ''}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('protection.changeSubmit')}
          </Button>
        </>
      }
    >
      <PasswordField
        label={t('protection.current')}
        autoComplete="current-password"
        value={secret}
        onChange={(text) => {
          setSecret(text)
          setWrong(null)
        }}
        error={ofSecret ? problemText(wrong) : undefined}
      />
      <NewPasswordFields
        label={t('account.newPassword')}
        typed={typed}
        onChange={(next) => {
          setTyped(next)
          setWrong(null)
        }}
        problem={wrong}
      />
      <div aria-live="polite">
        {elsewhere && (
          <p className="ui-field-error">
            <ErrorIcon aria-hidden />
            {problemText(elsewhere)}
          </p>
        )}
      </div>
      {recovery !== null && (
        <Suspense>
          <RecoveryCode code={recovery} name={title} onDone={onClose} />
        </Suspense>
      )}
    </Modal>
  )
}
