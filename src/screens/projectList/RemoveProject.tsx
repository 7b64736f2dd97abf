import { useState } from 'react'
import { useShares } from '../../features/users/useShares.ts'
import { useT } from '../../i18n/useT.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

interface RemoveProjectProps {
  uuid: string
  title: string
  isOwn: boolean
  onRemove: () => Promise<void>
  onClose: () => void
}

/** Deletes one's own project, for everybody, or leaves another's. */
export function RemoveProject({ uuid, title, isOwn, onRemove, onClose }: RemoveProjectProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t(isOwn ? 'projects.deleteTitle' : 'projects.leaveTitle', { name: title })}
      confirm={t(isOwn ? 'projects.delete' : 'projects.leave')}
      onClose={onClose}
      onConfirm={() => {
        setBusy(true)
        void onRemove()
      }}
    >
      {t(isOwn ? 'projects.deleteText' : 'projects.leaveText')} {isOwn && <WhoLosesIt uuid={uuid} />}
    </ConfirmDialog>
  )
}

/** How many people share it, once that is known. */
export function WhoLosesIt({ uuid }: { uuid: string }) {
  const t = useT()
  const { shares } = useShares(uuid)
  const n = shares?.filter(({ invited }) => !invited).length ?? 0
  return <strong aria-live="polite">{n > 0 && t('projects.deleteShared', { n })}</strong>
}
