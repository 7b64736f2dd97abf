import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { useT } from '../i18n/useT.ts'
import { IconButton } from './IconButton.tsx'
import { CloseIcon, ErrorIcon, type Icon, InfoIcon, SuccessIcon, WarningIcon } from './icons.ts'
import { receiveToasts, type ToastMessage, toastTimeout } from './toast.ts'

const MARKS: Record<string, Icon> = { info: InfoIcon, success: SuccessIcon, warning: WarningIcon, error: ErrorIcon }

const manager = Toast.createToastManager()

function show(message: ToastMessage): void {
  const { kind = 'info', action, id } = message
  const shown = manager.add({
    ...(id === undefined ? {} : { id }),
    type: kind,
    title: message.message,
    timeout: toastTimeout(message),
    priority: kind === 'error' ? 'high' : 'low',
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          action.onClick()
          manager.close(shown)
        },
      },
    }),
  })
}

/** Once per page. Top centre; pointer or focus on a toast halts its clock; F6 brings the focus to it. */
export function Toaster() {
  useEffect(() => receiveToasts((event) => ('show' in event ? show(event.show) : manager.close(event.close))), [])
  return (
    <Toast.Provider toastManager={manager} timeout={3000} limit={4}>
      <Toast.Portal>
        <Shown />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const t = useT()
  const { toasts } = Toast.useToastManager()
  return (
    <Toast.Viewport className="ui-toasts" aria-label={t('ui.notifications')}>
      {toasts.map((one) => {
        const Mark = MARKS[one.type ?? 'info'] ?? InfoIcon
        return (
          <Toast.Root key={one.id} toast={one} className="ui-toast" swipeDirection={['up', 'right']}>
            <Toast.Content className="ui-toast-body">
              <Mark aria-hidden />
              <Toast.Title render={<div />} className="ui-toast-text" />
              <Toast.Action className="ui-button" data-kind="quiet" />
              <Toast.Close render={<IconButton icon={CloseIcon} label={t('ui.close')} />} />
            </Toast.Content>
          </Toast.Root>
        )
      })}
    </Toast.Viewport>
  )
}
