import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../fields/Button.tsx'
import { useScrolledByKey } from '../useScrolledByKey.ts'
import { useModalClose } from './useModalClose.ts'

export interface ConfirmDialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** What will be lost. */
  children: ReactNode
  /** A verb: what the button does. */
  confirm: string
  /** What happens otherwise, where *Cancel* would not say it. */
  cancel?: string
  /** A button between Cancel and the one that does it: what can be done before. */
  besides?: ReactNode
  onConfirm: () => void
  danger?: boolean
  busy?: boolean
  /** In what the focus goes on where what had it before is gone; null: it is there. */
  finalFocus?: () => HTMLElement | null
}

/** Only for what cannot be undone. The focus begins on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, confirm, cancel, besides, onConfirm, danger, busy, finalFocus } = props
  const t = useT()
  const scrolled = useScrolledByKey()
  const first = useRef<HTMLButtonElement>(null)
  const onOpenChange = useModalClose(open, onClose, { locked: busy })
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="ui-veil" />
        <Dialog.Popup
          role="alertdialog"
          className="ui-modal"
          data-size="small"
          initialFocus={first}
          finalFocus={finalFocus}
        >
          <div className="ui-modal-head">
            <Dialog.Title>{title}</Dialog.Title>
          </div>
          <div ref={scrolled} className="ui-modal-body">
            <Dialog.Description className="ui-modal-text">{children}</Dialog.Description>
          </div>
          <div className="ui-modal-foot">
            <Button ref={first} disabled={busy} onClick={onClose}>
              {cancel ?? t('ui.cancel')}
            </Button>
            {besides}
            <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
