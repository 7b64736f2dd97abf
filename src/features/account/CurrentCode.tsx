import { useT } from '../../i18n/useT.ts'
import { TextField } from '../../ui/fields/TextField.tsx'

interface CurrentCodeProps {
  value: string
  onChange: (code: string) => void
  error: string | undefined
}

/** A code of the second factor that the account has, where one is signed in already. */
export function CurrentCode({ value, onChange, error }: CurrentCodeProps) {
  const t = useT()
  return (
    <TextField
      label={t('account.code')}
      note={t('account.currentCodeHint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      // A recovery code is taken here too.
      maxLength={40}
      value={value}
      onChange={onChange}
      error={error}
      required
    />
  )
}
