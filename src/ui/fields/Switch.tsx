import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

export interface SwitchProps {
  label: string
  note?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Takes effect at once; for a choice that waits for a button use a Checkbox. The whole row is the target. */
export function Switch({ label, note, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Base UI's switch inside
    <label className="ui-choice" data-spread="">
      <span className="ui-choice-text">
        <span id={`${id}-label`}>{label}</span>
        {note && (
          <span className="ui-field-note" id={`${id}-note`}>
            {note}
          </span>
        )}
      </span>
      <Base.Root
        className="ui-switch"
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={note ? `${id}-note` : undefined}
        onCheckedChange={(next) => onChange(next)}
      >
        <Base.Thumb className="ui-switch-thumb" />
      </Base.Root>
    </label>
  )
}
