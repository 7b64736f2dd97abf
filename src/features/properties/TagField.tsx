import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { CloseIcon, ErrorIcon } from '../../ui/icons.ts'
import { distinct } from './cellWords.ts'
import { folded } from './properties.ts'
import { Warning } from './Warning.tsx'

export interface TagFieldProps {
  label: string
  note?: string
  tags: readonly string[]
  onTags: (tags: readonly string[]) => void
  /** What is being typed. */
  typed: string
  onTyped: (typed: string) => void
  error?: string | undefined
  warning?: string | undefined
  /** A tag that is there already was typed again. */
  onTwice: (tag: string) => void
  field?: RefObject<HTMLInputElement | null>
}

/** Tags with what is typed: Enter or a comma makes one of it, Backspace in the empty field takes the last one away. */
export function TagField(props: TagFieldProps) {
  const { label, note, tags, onTags, typed, onTyped, error, warning, onTwice } = props
  const t = useT()
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const field = props.field ?? own

  const add = (text: string): void => {
    const words = text.split(/[,\t\r\n]/).map((word) => word.trim())
    const known = new Set(tags.map(folded))
    const twice = words.find((word) => known.has(folded(word)))
    onTyped('')
    onTags(distinct([...tags, ...words]))
    if (twice) onTwice(twice)
  }
  const remove = (tag: string): void => {
    onTags(tags.filter((other) => other !== tag))
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isAdding = (event.key === 'Enter' && typed.trim() !== '') || event.key === ','
    if (isAdding) {
      event.preventDefault()
      if (typed.trim() !== '') add(typed)
    }
    if (event.key === 'Backspace' && typed === '') onTags(tags.slice(0, -1))
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[,\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    add(typed + text)
  }
  const described = [note && `${id}-note`, (error || warning) && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="ui-field">
      <label className="ui-field-label" htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click beside the field is one on it */}
      <div
        className="ui-input property-tags"
        data-wrong={error ? '' : undefined}
        onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
      >
        {tags.length > 0 && (
          <ul aria-label={label}>
            {tags.map((tag) => (
              <li key={tag} className="property-tag">
                <span>{tag}</span>
                <button type="button" aria-label={t('property.removeTag', { value: tag })} onClick={() => remove(tag)}>
                  <CloseIcon aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={field}
          id={id}
          type="text"
          autoComplete="off"
          enterKeyHint="enter"
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          value={typed}
          onChange={({ target }) => (target.value.endsWith(',') ? add(target.value) : onTyped(target.value))}
          onKeyDown={press}
          onPaste={paste}
        />
      </div>
      {note && (
        <div className="ui-field-note" id={`${id}-note`}>
          {note}
        </div>
      )}
      <div className="ui-field-live" id={`${id}-error`} aria-live="polite">
        {error && (
          <p className="ui-field-error">
            <ErrorIcon aria-hidden />
            {error}
          </p>
        )}
        {!error && warning && <Warning>{warning}</Warning>}
      </div>
    </div>
  )
}
