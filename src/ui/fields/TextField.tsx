import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { ErrorIcon } from '../icons.ts'

type Native = Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'value' | 'onChange' | 'children'>

export interface TextFieldProps extends Native {
  label: string
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
  value: string
  onChange: (value: string) => void
  note?: ReactNode
  /** Says what is wrong and how to mend it; marks the field as invalid. */
  error?: string | undefined
  /** More than one line: a text area that grows. */
  rows?: number
}

export function TextField({ label, labelHidden, value, onChange, note, error, rows, ref, ...rest }: TextFieldProps) {
  const id = useId()
  const described = [note && `${id}-note`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  const shared = {
    id,
    className: 'ui-input',
    value,
    'aria-invalid': error ? true : rest['aria-invalid'],
    'aria-describedby': described,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="ui-field">
      <label className={labelHidden ? 'visually-hidden' : 'ui-field-label'} htmlFor={id}>
        {label}
      </label>
      {rows ? (
        <textarea
          {...shared}
          rows={rows}
          placeholder={rest.placeholder}
          disabled={rest.disabled}
          required={rest.required}
          maxLength={rest.maxLength}
        />
      ) : (
        <input type="text" autoComplete="off" {...rest} {...shared} ref={ref} />
      )}
      {note && (
        <div className="ui-field-note" id={`${id}-note`}>
          {note}
        </div>
      )}
      <div className="ui-field-live" aria-live="polite">
        {error && (
          <p className="ui-field-error" id={`${id}-error`}>
            <ErrorIcon aria-hidden />
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
