import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField, type TextFieldProps } from '../../ui/fields/TextField.tsx'
import { HideIcon, ShowIcon } from '../../ui/icons.ts'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'rows' | 'autoComplete'> & {
  /** For programs that keep passwords. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password, which can be looked at. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useT()
  const [shown, show] = useState(false)
  return (
    <div className="account-password">
      <TextField
        {...props}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={128}
        required
      />
      <IconButton
        icon={shown ? HideIcon : ShowIcon}
        label={t('account.showPassword')}
        aria-pressed={shown}
        onClick={() => show(!shown)}
      />
    </div>
  )
}
