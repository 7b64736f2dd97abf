import { Combobox as Base } from '@base-ui/react/combobox'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { ChevronDownIcon } from '../icons.ts'

export interface Choice {
  id: string
  label: string
  /** Before the label, such as a colour dot. */
  mark?: ReactNode
}

export interface ComboboxProps {
  label: string
  labelHidden?: boolean
  /** Of many, those that were found for what was typed last (`onSearch`). */
  choices: readonly Choice[]
  value: Choice | null
  onChange: (choice: Choice | null) => void
  placeholder?: string
  /** What is typed; "" again when the list opens. */
  onSearch?: (sought: string) => void
}

/** Opens a list with a search field above it: type to narrow, arrows to move, Enter to choose. */
export function Combobox({ label, labelHidden, choices, value, onChange, placeholder, onSearch }: ComboboxProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [sought, setSought] = useState('')
  const search = (text: string) => {
    setSought(text)
    onSearch?.(text)
  }
  /** A letter on the closed field begins to search; it must choose nothing by itself. */
  const beginSearch = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.preventBaseUIHandler?.()
    search((open ? sought : '') + event.key)
    setOpen(true)
  }
  return (
    <div className="ui-field">
      <Base.Root
        items={choices}
        open={open}
        onOpenChange={setOpen}
        inputValue={sought}
        onInputValueChange={search}
        value={value}
        onValueChange={onChange}
        isItemEqualToValue={(a: Choice, b: Choice) => a.id === b.id}
        autoHighlight
        limit={100}
      >
        <Base.Label className={labelHidden ? 'visually-hidden' : 'ui-field-label'}>{label}</Base.Label>
        <Base.Trigger className="ui-input ui-select" onKeyDown={beginSearch}>
          <span className="ui-select-value">
            {value?.mark}
            {value ? <Base.Value /> : <span className="ui-placeholder">{placeholder}</span>}
          </span>
          <ChevronDownIcon aria-hidden />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="ui-float" sideOffset={4} align="start" collisionPadding={8}>
            <Base.Popup className="ui-menu ui-select-popup" aria-label={label}>
              <Base.Input className="ui-input" aria-label={placeholder ?? label} placeholder={placeholder} />
              <Base.Empty className="ui-menu-empty">{t('ui.noMatch')}</Base.Empty>
              <Base.List className="ui-select-list">
                {(choice: Choice) => (
                  <Base.Item key={choice.id} value={choice} className="ui-menu-item">
                    {choice.mark && <span className="ui-menu-mark">{choice.mark}</span>}
                    <span className="ui-menu-label">{choice.label}</span>
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  )
}
