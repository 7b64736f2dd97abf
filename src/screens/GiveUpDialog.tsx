import { useT } from '../i18n/useT.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { DownloadIcon } from '../ui/icons.ts'

interface GiveUpDialogProps {
  /** How many steps. */
  count: number
  onDownload: () => void
  onGiveUp: () => void
  onClose: () => void
}

/** Asked before steps that are set aside are erased: they are nowhere but in this browser. */
export function GiveUpDialog({ count, onDownload, onGiveUp, onClose }: GiveUpDialogProps) {
  const t = useT()
  return (
    <ConfirmDialog
      open
      danger
      title={t('setAside.giveUpTitle', { n: count })}
      confirm={t('setAside.giveUp')}
      besides={
        <Button icon={DownloadIcon} onClick={onDownload}>
          {t('unsent.download')}
        </Button>
      }
      onClose={onClose}
      onConfirm={onGiveUp}
    >
      {t('setAside.giveUpText', { n: count })}
    </ConfirmDialog>
  )
}
