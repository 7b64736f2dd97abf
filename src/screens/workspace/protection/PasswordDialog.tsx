import { useState } from 'react'
import { PasswordField } from '../../../features/account/PasswordField.tsx'
import { problemText } from '../../../i18n/problemText.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../../model/problems.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { Button } from '../../../ui/fields/Button.tsx'

interface PasswordDialogProps {
  /** What the project is called. */
  name: string
  /** What the password is for. */
  text: string
  /** Called with a password or recovery code; what comes back as a problem is said. */
  unlock: (secret: string) => Promise<Result<unknown>>
  onCancel: () => void
}

/** 2 §4, modes 1 and 4: the password of a protected project that is opened, or merged with another. Once it is right, whoever shows the dialog takes it away. */
export function PasswordDialog({ name, text, unlock, onCancel }: PasswordDialogProps) {
  const t = useT()
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    // 2 §5: an empty password is ignored.
    if (secret.trim() === '' || busy) return
    setBusy(true)
    try {
      const opened = await unlock(secret)
      if (isProblem(opened)) setProblem(opened.problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      size="small"
      title={t('protection.title', { name })}
      description={text}
      locked={busy}
      holding={secret !== ''}
      onClose={onCancel}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('protection.open')}
          </Button>
        </>
      }
    >
      <PasswordField
        label={t('account.password')}
        autoComplete="current-password"
        value={secret}
        onChange={(text) => {
          setSecret(text)
          setProblem(null)
        }}
        error={problem ? problemText(problem) : undefined}
      />
    </Modal>
  )
}
