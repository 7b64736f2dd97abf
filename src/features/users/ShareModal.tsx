import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Users } from './Users.tsx'

interface ShareModalProps {
  uuid: string
  /** As people call the project. */
  title: string
  /** As `People` takes it. */
  owner: string | null
  /** As `People` takes it. */
  onHandedOver?: () => void
  onClose: () => void
}

export function ShareModal({ uuid, title, owner, onHandedOver, onClose }: ShareModalProps) {
  const t = useT()
  const said = t(owner === null ? 'users.text' : 'users.textOfOthers')
  return (
    <Modal open size="large" title={t('users.share', { name: title })} description={said} onClose={onClose}>
      <Users uuid={uuid} owner={owner} onHandedOver={onHandedOver} />
    </Modal>
  )
}
