import type { ComponentType, ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../fields/Button.tsx'
import { WarningIcon } from '../icons.ts'

export interface ErrorStateProps {
  /** What happened; a general title without it. */
  title?: string
  /** What it means and what to do. */
  children?: ReactNode
  onRetry?: () => void
  actions?: ReactNode
  /** Where nothing has failed; a triangle that warns without it. */
  icon?: ComponentType<{ 'aria-hidden': true }>
}

export function ErrorState({ title, children, onRetry, actions, icon }: ErrorStateProps) {
  const t = useT()
  const Icon = icon ?? WarningIcon
  return (
    <div className="ui-state" data-kind={icon ? undefined : 'error'} role="alert">
      <Icon aria-hidden />
      <p className="ui-state-title">{title ?? t('ui.errorTitle')}</p>
      {children && <p>{children}</p>}
      <div className="ui-state-actions">
        {onRetry && <Button onClick={onRetry}>{t('ui.retry')}</Button>}
        {actions}
      </div>
    </div>
  )
}
