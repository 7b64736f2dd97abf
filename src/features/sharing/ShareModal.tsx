import { useT } from '../../i18n/useT.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { People } from './People.tsx'

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
  const said = t(owner === null ? 'sharing.text' : 'sharing.textOfOthers')
  return (
    <Modal open size="large" title={t('sharing.title', { name: title })} description={said} onClose={onClose}>
      <People uuid={uuid} owner={owner} onHandedOver={onHandedOver} />
    </Modal>
  )
}
