import { Dialog } from '@base-ui/react/dialog'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../fields/IconButton.tsx'
import { CloseIcon } from '../icons.ts'
import { useScrolledByKey } from '../useScrolledByKey.ts'
import { useModalClose } from './useModalClose.ts'

export interface ModalProps {
  open: boolean
  /** Asked for on Escape (50 ms later), a click on the backdrop (100 ms later) and the close button. */
  onClose: () => void
  title: string
  /** A sentence under the title, read out with it. */
  description?: ReactNode
  size?: 'small' | 'usual' | 'large'
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** Makes body and footer one form: Enter in a field submits. */
  onSubmit?: () => void
  /** What gets the focus first; else the first field or button. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Work is running that must not be left: Escape and backdrop do nothing. */
  locked?: boolean
  /** Something has been filled in that is kept nowhere: a press beside it does not discard that. */
  holding?: boolean
  children?: ReactNode
}

/** Stacks over other modals; gives the focus back to where it was. */
export function Modal(props: ModalProps) {
  const { open, onClose, title, description, size, footer, onSubmit, initialFocus, locked, holding, children } = props
  const t = useT()
  const scrolled = useScrolledByKey()
  const onOpenChange = useModalClose(open, onClose, { locked, holding })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  const inside = (
    <>
      <div ref={scrolled} className="ui-modal-body">
        {description && <Dialog.Description className="ui-modal-text">{description}</Dialog.Description>}
        {children}
      </div>
      {footer && <div className="ui-modal-foot">{footer}</div>}
    </>
  )
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="ui-veil" />
        <Dialog.Popup className="ui-modal" data-size={size} initialFocus={initialFocus}>
          <div className="ui-modal-head">
            <Dialog.Title>{title}</Dialog.Title>
          </div>
          {onSubmit ? (
            <form className="ui-modal-form" noValidate onSubmit={submit}>
              {inside}
            </form>
          ) : (
            inside
          )}
          {/* Last, so that the focus begins on the content. */}
          <span className="ui-modal-close">
            <Dialog.Close render={<IconButton icon={CloseIcon} label={t('ui.close')} />} disabled={locked} />
          </span>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
