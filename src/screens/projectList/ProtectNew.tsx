import { PasswordField } from '../../features/account/PasswordField.tsx'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { type NewPassword, ofPasswords } from './newPassword.ts'

interface ProtectNewProps {
  /** null: the project is not to be protected. */
  typed: NewPassword | null
  onChange: (typed: NewPassword | null) => void
  /** Of the password; another is said elsewhere. */
  problem: Problem | null
}

/** 2 §5: whether a new project is protected by a password; it is said what that seals, and that nobody else can open it. */
export function ProtectNew({ typed, onChange, problem }: ProtectNewProps) {
  const t = useT()
  return (
    <div className="create-holds">
      <Checkbox
        label={t('protection.protect')}
        checked={typed !== null}
        onChange={(protect) => onChange(protect ? { password: '', again: '' } : null)}
      />
      {typed && (
        <>
          <p>{t('protection.protectText')}</p>
          <NewPasswordFields typed={typed} onChange={onChange} problem={problem} />
        </>
      )}
    </div>
  )
}

interface NewPasswordFieldsProps extends Pick<ProtectNewProps, 'problem'> {
  typed: NewPassword
  onChange: (typed: NewPassword) => void
  /** Left out: Password. */
  label?: string
}

/** The password of a project, typed twice. */
export function NewPasswordFields({ typed, onChange, problem, label }: NewPasswordFieldsProps) {
  const t = useT()
  const said = (ofAgain: boolean) =>
    problem && ofPasswords.has(problem.kind) && (problem.kind === 'passwordsDoNotMatch') === ofAgain
      ? problemText(problem)
      : undefined
  return (
    <>
      <PasswordField
        label={label ?? t('account.password')}
        autoComplete="new-password"
        value={typed.password}
        onChange={(password) => onChange({ ...typed, password })}
        error={said(false)}
      />
      <PasswordField
        label={t('protection.again')}
        autoComplete="new-password"
        value={typed.again}
        onChange={(again) => onChange({ ...typed, again })}
        error={said(true)}
      />
    </>
  )
}
