import { Checkbox as Base } from '@base-ui/react/checkbox'
import type { ReactNode } from 'react'
import { CheckIcon, MinusIcon } from '../icons.ts'

export interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** Some of what it stands for is checked. */
  mixed?: boolean
  disabled?: boolean
}

export function Checkbox({ label, checked, onChange, mixed, disabled }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's checkbox inside
    <label className="ui-choice">
      <Base.Root
        className="ui-checkbox"
        checked={checked}
        indeterminate={mixed}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
      >
        <Base.Indicator>{mixed ? <MinusIcon aria-hidden /> : <CheckIcon aria-hidden />}</Base.Indicator>
      </Base.Root>
      <span>{label}</span>
    </label>
  )
}
