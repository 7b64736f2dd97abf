import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Modal } from '../../../ui/dialogs/Modal.tsx'
import { Button } from '../../../ui/fields/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

interface AuthorDialogProps {
  /** The name that is proposed; null: the dialog is closed. */
  asking: string | null
  /** Null: without a name. */
  answer: (name: string | null) => void
}

/** Asks for the author's name. However it is left, the act that needs it goes on. */
export function AuthorDialog({ asking, answer }: AuthorDialogProps) {
  const t = useT()
  const [written, write] = useState<string | null>(null)
  const name = written ?? asking ?? ''
  return (
    <Modal
      open={asking !== null}
      onClose={() => answer(null)}
      title={t('author.ask')}
      description={t('author.askText')}
      size="small"
      onSubmit={() => name.trim() && answer(name.trim())}
      footer={
        <>
          <Button onClick={() => answer(null)}>{t('author.without')}</Button>
          <Button type="submit" kind="primary" disabled={!name.trim()}>
            {t('author.continue')}
          </Button>
        </>
      }
    >
      <TextField label={t('author.name')} value={name} onChange={write} maxLength={100} autoComplete="name" />
    </Modal>
  )
}
