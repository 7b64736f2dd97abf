import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectHandle } from '../../../data/copies/handle.ts'
import { PasswordField } from '../../../features/account/PasswordField.tsx'
import { problemText } from '../../../i18n/problemText.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem, type Problem } from '../../../model/problems.ts'
import { projectTitle } from '../../../model/rules/projects/projectTitle.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { Button } from '../../../ui/fields/Button.tsx'

interface PasswordDialogProps {
  project: ProjectHandle
  /** 2 §4: closes the project. */
  onCancel: () => void
}

/** 2 §4, mode 1: the password of a protected project, which is shown once it is right. */
export function PasswordDialog({ project, onCancel }: PasswordDialogProps) {
  const t = useT()
  const { name } = useSnapshot(project.state)
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    // 2 §5: an empty password is ignored.
    if (secret.trim() === '' || busy) return
    setBusy(true)
    try {
      const opened = await project.unlock(secret)
      if (isProblem(opened)) setProblem(opened.problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      size="small"
      title={t('protection.title', { name: projectTitle(name) })}
      description={t('protection.text')}
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
