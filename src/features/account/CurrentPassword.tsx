import { useT } from '../../i18n/useT.ts'
import { PasswordField } from './PasswordField.tsx'

interface CurrentPasswordProps {
  value: string
  onChange: (password: string) => void
  error: string | undefined
  autoFocus?: boolean
}

/** The password that the account has. */
export function CurrentPassword(props: CurrentPasswordProps) {
  const t = useT()
  return <PasswordField label={t('account.password')} autoComplete="current-password" {...props} />
}
