import { useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'

interface SelectFileProps {
  onSelect: () => void
  onClose: () => void
}

/** 2 §4, mode 2: some browsers open their dialogue for files at once after a press alone, and the password took too long. */
export function SelectFile({ onSelect, onClose }: SelectFileProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      size="small"
      title={t('transcription.title')}
      description={t('transcription.selectText')}
      initialFocus={button}
      onClose={onClose}
      onSubmit={onSelect}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button ref={button} type="submit" kind="primary">
            {t('transcription.select')}
          </Button>
        </>
      }
    />
  )
}
