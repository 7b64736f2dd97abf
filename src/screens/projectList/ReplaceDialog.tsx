import { fileName, withSuffix } from '../../features/files/paths.ts'
import { useT } from '../../i18n/useT.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

interface ReplaceDialogProps {
  path: string
  busy: boolean
  onClose: () => void
  onReplace: () => void
}

/** A file that exists is never overwritten without the person's yes. */
export function ReplaceDialog({ path, busy, onClose, onReplace }: ReplaceDialogProps) {
  const t = useT()
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      onClose={onClose}
      title={t('create.exists', { name: fileName(withSuffix(path)) })}
      confirm={t('create.replace')}
      onConfirm={onReplace}
    >
      {t('create.existsText')}
    </ConfirmDialog>
  )
}
