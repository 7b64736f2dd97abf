import type { ReactNode } from 'react'
import type { Icon } from '../icons.ts'

export interface EmptyStateProps {
  title: string
  icon?: Icon
  /** What it means and the next step. */
  children?: ReactNode
  /** Buttons for that step. */
  actions?: ReactNode
}

export function EmptyState({ title, icon: Mark, children, actions }: EmptyStateProps) {
  return (
    <div className="ui-state">
      {Mark && <Mark aria-hidden />}
      <p className="ui-state-title">{title}</p>
      {children && <p>{children}</p>}
      {actions && <div className="ui-state-actions">{actions}</div>}
    </div>
  )
}
