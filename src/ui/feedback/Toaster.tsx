import { Toast } from '@base-ui/react/toast'
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { IconButton } from '../fields/IconButton.tsx'
import { CloseIcon, ErrorIcon, type Icon, InfoIcon, SuccessIcon, WarningIcon } from '../icons.ts'
import { receiveToasts, type ToastMessage, toastTimeout } from './toast.ts'
import { useToastPlace } from './useToastPlace.ts'

const MARKS: Record<string, Icon> = { info: InfoIcon, success: SuccessIcon, warning: WarningIcon, error: ErrorIcon }

const manager = Toast.createToastManager()

function show(message: ToastMessage): void {
  const { kind = 'info', action } = message
  // What is said again in the same words is said once.
  const id = message.id ?? `${kind} ${message.message} ${message.note ?? ''}`
  manager.add({
    id,
    type: kind,
    title: message.message,
    description: message.note,
    timeout: toastTimeout(message),
    // Said too where there is none: the toast that it replaces may have one.
    actionProps: action && {
      children: action.label,
      onClick: () => {
        action.onClick()
        manager.close(id)
      },
    },
  })
}

/** Once per page. Top centre, under the controls that stand there; pointer or focus on a toast halts its clock; F6 brings the focus to it. */
export function Toaster() {
  useEffect(() => receiveToasts((event) => ('show' in event ? show(event.show) : manager.close(event.close))), [])
  return (
    <Toast.Provider toastManager={manager} timeout={toastTime.usual} limit={3}>
      <Toast.Portal>
        <Shown />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const t = useT()
  const { toasts } = Toast.useToastManager()
  const viewport = useRef<HTMLDivElement>(null)
  useToastPlace(viewport, toasts)
  const focusBack = useFocusBack(viewport)
  return (
    <Toast.Viewport ref={viewport} className="ui-toasts" aria-label={t('ui.notifications')} {...focusBack}>
      {toasts.map((one) => {
        const Mark = MARKS[one.type ?? 'info'] ?? InfoIcon
        return (
          <Toast.Root key={one.id} toast={one} className="ui-toast" swipeDirection={['up', 'right']}>
            <Toast.Content className="ui-toast-body">
              <Mark aria-hidden />
              {/* Errors interrupt. Base UI's own way for that hides the toast from screen readers, with its buttons in it. */}
              <div role={one.type === 'error' ? 'alert' : undefined} className="ui-toast-text">
                <Toast.Title render={<div />} />
                <Toast.Description className="ui-toast-note" />
              </div>
              <Toast.Action className="ui-button" data-kind="quiet" data-action="" />
              <Toast.Close aria-hidden={false} render={<IconButton icon={CloseIcon} label={t('ui.close')} />} />
            </Toast.Content>
          </Toast.Root>
        )
      })}
    </Toast.Viewport>
  )
}

/** A button of a toast goes with it: the focus is back where it was before the next key, not nowhere until somebody has noticed. */
function useFocusBack(viewport: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement>(null)
  return {
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !viewport.current?.contains(relatedTarget))
        before.current = relatedTarget
    },
    /**
     * After what the button does: where that has moved the focus, it stays there. By key the closing of a toast moves it to the next one,
     * which is for who closes one after the other, not for who has chosen what it offers.
     */
    onClick: ({ target }: { target: EventTarget }) => {
      const button = target instanceof Element ? target.closest('button') : null
      const left = button?.hasAttribute('data-action') ? viewport.current : button
      if (left?.contains(document.activeElement) && before.current?.isConnected)
        before.current.focus({ preventScroll: true })
    },
  }
}
