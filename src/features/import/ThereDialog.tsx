import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'

interface ThereDialogProps {
  open: boolean
  titles: readonly string[]
  /** Whether they are to be added again. */
  onAnswer: (again: boolean) => void
}

/** Documents whose title and words a source has already, before they are added a second time. */
export function ThereDialog({ open, titles, onAnswer }: ThereDialogProps) {
  const t = useT()
  const n = titles.length
  return (
    <Modal
      open={open}
      onClose={() => onAnswer(false)}
      size="small"
      title={t('import.there', { n })}
      description={t('import.thereText', { n })}
      onSubmit={() => onAnswer(false)}
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>{t('import.again')}</Button>
          <Button type="submit" kind="primary">
            {t('import.leaveOut')}
          </Button>
        </>
      }
    >
      <ul className="import-notes">
        {titles.map((title, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one title, and the list never moves
          <li key={number}>{title}</li>
        ))}
      </ul>
    </Modal>
  )
}
