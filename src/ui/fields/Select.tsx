import { Select as Base } from '@base-ui/react/select'
import { CheckIcon, ChevronDownIcon } from '../icons.ts'

export interface Option<V extends string | number> {
  value: V
  label: string
  disabled?: boolean
}

export interface SelectProps<V extends string | number> {
  label: string
  labelHidden?: boolean
  options: readonly Option<V>[]
  value: V
  onChange: (value: V) => void
  disabled?: boolean
}

export function Select<V extends string | number>(props: SelectProps<V>) {
  const { label, labelHidden, options, value, onChange, disabled } = props
  return (
    <div className="ui-field">
      <Base.Root
        items={options}
        value={value}
        onValueChange={(chosen) => chosen !== null && onChange(chosen)}
        disabled={disabled}
        modal={false}
      >
        <Base.Label className={labelHidden ? 'visually-hidden' : 'ui-field-label'}>{label}</Base.Label>
        <Base.Trigger className="ui-input ui-select">
          <Base.Value />
          <ChevronDownIcon aria-hidden />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="ui-float" sideOffset={4} alignItemWithTrigger={false} collisionPadding={8}>
            <Base.Popup className="ui-menu ui-select-popup">
              {options.map((option) => (
                <Base.Item key={option.value} className="ui-menu-item" value={option.value} disabled={option.disabled}>
                  <span className="ui-menu-mark">
                    <Base.ItemIndicator>
                      <CheckIcon aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText className="ui-menu-label">{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  )
}
