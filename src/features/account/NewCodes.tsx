import { saveFile } from '../../data/files/saveFile.ts'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyIcon, DownloadIcon } from '../../ui/icons.ts'

/** Recovery codes, shown this once: nothing but the button leaves them. */
export function NewCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  const text = `${t('account.recoveryFile')}\n\n${codes.join('\n')}\n`
  return (
    <Modal
      open
      locked
      size="small"
      title={t('account.recovery')}
      description={t('account.recoveryText')}
      onClose={onDone}
      footer={
        <Button kind="primary" onClick={onDone}>
          {t('account.recoveryKept')}
        </Button>
      }
    >
      <ol className="account-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="account-codes-take">
        <Button icon={CopyIcon} onClick={() => void copyText(t, text)}>
          {t('account.recoveryCopy')}
        </Button>
        <Button
          icon={DownloadIcon}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'thicket-recovery-codes.txt')}
        >
          {t('account.recoveryDownload')}
        </Button>
      </div>
    </Modal>
  )
}
