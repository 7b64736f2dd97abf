import { saveFile } from '../../data/files/saveFile.ts'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyIcon, DownloadIcon } from '../../ui/icons.ts'

interface RecoveryCodeProps {
  code: string
  /** What the project is called. */
  name: string
  onDone: () => void
}

/** The recovery code of a protected project, shown this once: nothing but the button leaves it. */
export function RecoveryCode({ code, name, onDone }: RecoveryCodeProps) {
  const t = useT()
  const text = `${t('protection.recoveryFile', { name })}\n\n${code}\n`
  return (
    <Modal
      open
      locked
      size="small"
      title={t('account.recoveryCode')}
      description={t('protection.recoveryText')}
      onClose={onDone}
      footer={
        <Button kind="primary" onClick={onDone}>
          {t('protection.recoveryKept')}
        </Button>
      }
    >
      <p>
        <code>{code}</code>
      </p>
      <div className="account-codes-take">
        <Button icon={CopyIcon} onClick={() => void copyText(t, text)}>
          {t('account.recoveryCopy')}
        </Button>
        <Button
          icon={DownloadIcon}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'thicket-recovery-code.txt')}
        >
          {t('account.recoveryDownload')}
        </Button>
      </div>
    </Modal>
  )
}
