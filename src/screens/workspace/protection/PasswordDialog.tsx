import { useState } from 'react'
import { PasswordField } from '../../../features/account/PasswordField.tsx'
import { problemText } from '../../../i18n/problemText.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../../model/problems.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { Button } from '../../../ui/fields/Button.tsx'

/** `name`: of a protected project; else what the dialog is called, and what its button does. */
type Heading = { name: string } | { title: string; submit: string }

type PasswordDialogProps = Heading & {
  /** What the password is for. */
  text: string
  /** Called with a password or recovery code; what comes back as a problem is said. */
  unlock: (secret: string) => Promise<Result<unknown>>
  onCancel: () => void
}

/**
 * 2 §4: the password of a protected project that is opened, or merged with another (modes 1 and 4), or that of the account, for recordings and their
 * transcripts (2 and 3). Once it is right, whoever shows the dialog takes it away.
 */
export function PasswordDialog({ text, unlock, onCancel, ...heading }: PasswordDialogProps) {
  const t = useT()
  const { title, submit: act } =
    'name' in heading ? { title: t('protection.title', heading), submit: t('protection.open') } : heading
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
      title={title}
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
            {act}
          </Button>
        </>
      }
    >
      <PasswordField
        label={t('account.password')}
        autoComplete="current-password"
        value={secret}
        readOnly={busy}
        onChange={(text) => {
          setSecret(text)
          setProblem(null)
        }}
        error={problem ? problemText(problem) : undefined}
      />
    </Modal>
  )
}
