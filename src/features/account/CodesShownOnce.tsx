import { type ReactNode, useEffect } from 'react'
import { askBeforeLeaving } from '../../data/askBeforeLeaving.ts'
import { saveFile } from '../../data/files/saveFile.ts'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { CopyIcon, DownloadIcon } from '../../ui/icons.ts'

interface CodesShownOnceProps {
  title: string
  description: string
  /** What is copied or downloaded: the codes, and what they are of. */
  text: string
  file: string
  /** On the button that leaves it. */
  done: string
  onDone: () => void
  /** The codes. */
  children: ReactNode
}

/** Codes that are shown this once: nothing but the button leaves them, and the browser asks before it closes them. */
export function CodesShownOnce({ title, description, text, file, done, onDone, children }: CodesShownOnceProps) {
  const t = useT()
  useEffect(() => askBeforeLeaving(), [])
  return (
    <Modal
      open
      locked
      size="small"
      title={title}
      description={description}
      onClose={onDone}
      footer={
        <Button kind="primary" onClick={onDone}>
          {done}
        </Button>
      }
    >
      {children}
      <div className="account-codes-take">
        <Button icon={CopyIcon} onClick={() => void copyText(t, text)}>
          {t('account.recoveryCopy')}
        </Button>
        <Button icon={DownloadIcon} onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), file)}>
          {t('account.recoveryDownload')}
        </Button>
      </div>
    </Modal>
  )
}
