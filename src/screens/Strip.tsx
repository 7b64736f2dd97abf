import type { ReactNode } from 'react'
import type { Icon } from '../ui/icons.ts'

/** A line above all work in the project, which stays while what it says is so. */
export function Strip({ icon: Mark, title, children }: { icon: Icon; title?: string; children: ReactNode }) {
  return (
    <div className="banner" role="status">
      <Mark aria-hidden />
      <p>
        {title && <strong>{title}.</strong>} {children}
      </p>
    </div>
  )
}
