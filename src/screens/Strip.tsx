import type { ReactNode } from 'react'
import type { Icon } from '../ui/icons.ts'

interface StripProps {
  icon: Icon
  title?: string
  /** A button. */
  action?: ReactNode
  children: ReactNode
}

/** A line above all work in the project, which stays while what it says is so. */
export function Strip({ icon: Mark, title, action, children }: StripProps) {
  return (
    <div className="banner" role="status" data-keep-clear>
      <Mark aria-hidden />
      <p>
        {title && <strong>{title}.</strong>} {children}
      </p>
      {action}
    </div>
  )
}
