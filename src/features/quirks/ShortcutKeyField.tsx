import { useRef } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CloseIcon } from '../../ui/icons.ts'
import { keyOf, textActOf } from './shortcutKey.ts'

interface ShortcutKeyFieldProps {
  value: string
  onChange: (key: string) => void
  error?: string | undefined
}

/** Takes the next key that is pressed; Backspace or Delete takes it away. */
export function ShortcutKeyField({ value, onChange, error }: ShortcutKeyFieldProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const act = textActOf(value)
  return (
    <div className="quirk-key">
      <TextField
        ref={field}
        label={t('quirk.key')}
        // One or the other: what is below keeps its place.
        note={
          error
            ? undefined
            : act
              ? t('quirk.keyActs', { key: value.toLocaleUpperCase(), act: t(act) })
              : t('quirk.keyHint')
        }
        placeholder={t('quirk.keyNone')}
        value={value}
        error={error}
        // What is typed comes as keys; on a touch keyboard, which tells no keys, as text.
        onChange={(text) => onChange([...text.trim()].at(-1)?.toLocaleLowerCase() ?? '')}
        onKeyDown={(event) => {
          const key = event.key === 'Backspace' || event.key === 'Delete' ? '' : keyOf(event.nativeEvent)
          if (key === null) return
          event.preventDefault()
          onChange(key)
        }}
      />
      {value !== '' && (
        <IconButton
          icon={CloseIcon}
          size="small"
          label={t('quirk.keyClear')}
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}
