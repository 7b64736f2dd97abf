import { Slider as Base } from '@base-ui/react/slider'

export interface SliderProps {
  label: string
  value: number
  least: number
  most: number
  step?: number
  /** The value in words beside the label, and for screen readers. */
  text?: (value: number) => string
  onChange: (value: number) => void
  /** Once the thumb is let go. */
  onCommit?: (value: number) => void
  disabled?: boolean
}

export function Slider(props: SliderProps) {
  const { label, value, least, most, step = 1, text = String, onChange, onCommit, disabled } = props
  return (
    <Base.Root
      className="ui-slider"
      value={value}
      min={least}
      max={most}
      step={step}
      disabled={disabled}
      onValueChange={(next) => onChange(next)}
      onValueCommitted={(next) => onCommit?.(next)}
    >
      <div className="ui-slider-head">
        <Base.Label className="ui-field-label">{label}</Base.Label>
        <span className="ui-slider-value" aria-hidden>
          {text(value)}
        </span>
      </div>
      <Base.Control className="ui-slider-control">
        <Base.Track className="ui-slider-track">
          <Base.Indicator className="ui-slider-range" />
          <Base.Thumb className="ui-slider-thumb" getAriaValueText={(_, current) => text(current)} />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
