import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { useId } from 'react'
import { CheckIcon } from '../icons.ts'

export interface Colour {
  /** `#rrggbb`. */
  hex: string
  /** Its name in the current language. */
  label: string
  /** As CSS takes it, what is painted for it and what is seen on that. */
  paint: string
  ink: string
}

export interface ColourPickerProps {
  label: string
  colours: readonly Colour[]
  /** The hex of the chosen one. */
  value: string
  onChange: (hex: string) => void
}

/** A radio group: arrow keys move and choose; the name of the choice stands beside the label, since colour alone says nothing to some. */
export function ColourPicker({ label, colours, value, onChange }: ColourPickerProps) {
  const id = useId()
  return (
    <div className="ui-colours">
      <div className="ui-colours-head">
        <span className="ui-field-label" id={id}>
          {label}
        </span>
        <span aria-hidden>{colours.find((colour) => colour.hex === value)?.label}</span>
      </div>
      <RadioGroup
        className="ui-colours-grid"
        aria-labelledby={id}
        value={value}
        onValueChange={(hex: string) => onChange(hex)}
      >
        {colours.map((colour) => (
          <Radio.Root
            key={colour.hex}
            className="ui-swatch"
            value={colour.hex}
            aria-label={colour.label}
            data-tooltip={colour.label}
            style={{ '--swatch': colour.paint, '--swatch-ink': colour.ink }}
          >
            <Radio.Indicator>
              <CheckIcon aria-hidden />
            </Radio.Indicator>
          </Radio.Root>
        ))}
      </RadioGroup>
    </div>
  )
}
