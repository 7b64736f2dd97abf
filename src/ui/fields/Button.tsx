import type { ComponentPropsWithRef } from 'react'
import { Spinner } from '../feedback/Spinner.tsx'
import type { Icon } from '../icons.ts'

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  /** `primary` once per view; `secondary` has an edge; `quiet` is bare. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined
  size?: 'usual' | 'large' | undefined
  icon?: Icon | undefined
  /** At work: shows a spinner and takes no clicks, but keeps the focus. */
  busy?: boolean | undefined
}

export function Button({ kind = 'secondary', size, icon: Mark, busy, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="ui-button"
      data-kind={kind}
      data-size={size}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : Mark && <Mark aria-hidden />}
      {children}
    </button>
  )
}
