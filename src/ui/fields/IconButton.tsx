import type { ComponentPropsWithRef } from 'react'
import type { Icon } from '../icons.ts'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'children'> {
  icon: Icon
  /** The accessible name, shown as the tooltip too. */
  label: string
  /** Shown in the tooltip, given as `Mod+Z`. */
  shortcut?: string | undefined
  size?: 'small' | 'usual' | 'large' | undefined
  /** For a button that stays down. */
  pressed?: boolean | undefined
  /** Disabled, but still focusable, so that its tooltip can say why. */
  unavailable?: boolean | undefined
  /** A click while it is unavailable: where no tooltip comes, as by touch, this says why. */
  onUnavailable?: (() => void) | undefined
}

export function IconButton(props: IconButtonProps) {
  const { icon: Mark, label, shortcut, size, pressed, unavailable, onUnavailable, onClick, ...rest } = props
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-shortcut={shortcut}
      {...rest}
      className="ui-button"
      data-icon-only=""
      data-size={size}
      aria-pressed={pressed}
      aria-disabled={unavailable || undefined}
      onClick={unavailable ? onUnavailable : onClick}
    >
      <Mark aria-hidden />
    </button>
  )
}
