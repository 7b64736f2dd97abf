import { PasswordField } from '../../features/account/PasswordField.tsx'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'

/** As it is typed, twice. */
export interface NewPassword {
  password: string
  again: string
}

interface ProtectNewProps {
  /** null: the project is not to be protected. */
  typed: NewPassword | null
  onChange: (typed: NewPassword | null) => void
  problem: Problem | null
}

/** 2 §5: whether a new project is protected by a password; it is said what that seals, and that nobody else can open it. */
export function ProtectNew({ typed, onChange, problem }: ProtectNewProps) {
  const t = useT()
  const isOfAgain = problem?.kind === 'passwordsDoNotMatch'
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
          <PasswordField
            label={t('account.password')}
            autoComplete="new-password"
            value={typed.password}
            onChange={(password) => onChange({ ...typed, password })}
            error={problem && !isOfAgain ? problemText(problem) : undefined}
          />
          <PasswordField
            label={t('protection.again')}
            autoComplete="new-password"
            value={typed.again}
            onChange={(again) => onChange({ ...typed, again })}
            error={problem && isOfAgain ? problemText(problem) : undefined}
          />
        </>
      )}
    </div>
  )
}
