import { type ComponentPropsWithRef, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { CloseIcon, SearchIcon } from '../icons.ts'
import { IconButton } from './IconButton.tsx'

type Native = Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'value' | 'onChange' | 'type' | 'ref'>

export interface SearchFieldProps extends Native {
  /** The accessible name, and the placeholder where none is given. */
  label: string
  value: string
  onChange: (value: string) => void
  letsEscape?: boolean
}

/** Escape empties it first; only an empty field, or one that `letsEscape`, lets it through to a modal around it. */
export function SearchField({ label, value, onChange, letsEscape = false, ...rest }: SearchFieldProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className="ui-search">
      <SearchIcon aria-hidden />
      <input
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        ref={input}
        className="ui-input"
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event)
          if (event.key !== 'Escape' || value === '' || letsEscape) return
          event.preventDefault()
          event.stopPropagation()
          clear()
        }}
      />
      {value && <IconButton icon={CloseIcon} label={t('ui.clear')} size="small" onClick={clear} />}
    </div>
  )
}
