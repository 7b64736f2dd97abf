import { can } from '../../../data/server/serverFacts.ts'
import { useT } from '../../../i18n/useT.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'

interface PlainWarningProps {
  onClose: () => void
  onConfirm: () => void
}

/** Before words of a protected project leave it: the file has no password. */
export function PlainWarning({ onClose, onConfirm }: PlainWarningProps) {
  const t = useT()
  return (
    <ConfirmDialog
      open
      title={t('protection.plainTitle')}
      confirm={t('protection.plainConfirm')}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    >
      {t('protection.plainText')} {t('protection.plainElsewhere', { projects: can('localFiles') ? 'files' : 'shared' })}
    </ConfirmDialog>
  )
}
