import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../fields/IconButton.tsx'
import { CloseIcon } from '../icons.ts'
import { useModalClose } from './useModalClose.ts'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/** A sidebar over three quarters of a phone (1 §9), from the side where reading begins. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const t = useT()
  const onOpenChange = useModalClose(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-veil" />
        <Dialog.Popup className="ui-modal ui-drawer">
          <div className="ui-drawer-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close render={<IconButton icon={CloseIcon} label={t('ui.close')} />} />
          </div>
          <div className="ui-drawer-body">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
