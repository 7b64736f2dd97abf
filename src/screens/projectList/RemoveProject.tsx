import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

interface RemoveProjectProps {
  title: string
  isOwn: boolean
  onRemove: () => Promise<void>
  onClose: () => void
}

/** Deletes one's own project, for everybody, or leaves another's. */
export function RemoveProject({ title, isOwn, onRemove, onClose }: RemoveProjectProps) {
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
      {t(isOwn ? 'projects.deleteText' : 'projects.leaveText')}
    </ConfirmDialog>
  )
}
