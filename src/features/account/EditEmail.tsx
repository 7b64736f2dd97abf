import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { cleanEmail, isEmail } from '../../model/rules/projects/email.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { fieldOf } from './fieldOf.ts'
import type { AccountDialogOf } from './useAccount.ts'
import { useServerCall } from './useServerCall.ts'

/** 2 §5: an address, twice the same, kept in small letters. */
export function EditEmail({ data, onClose, onChanged }: AccountDialogOf) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [email, setEmail] = useState('')
  const [again, setAgain] = useState('')
  const [password, setPassword] = useState('')
  const wrong = (): Problem | null => {
    if (!isEmail(cleanEmail(email))) return { kind: 'invalidEmail' }
    return cleanEmail(email) === cleanEmail(again) ? null : { kind: 'emailsDoNotMatch' }
  }
  const submit = async () => {
    const found = wrong()
    if (found) return setProblem(found)
    const body = { email: cleanEmail(email), password }
    const changed = await asking.ask(() => api('PUT /web/api/user/account', { body }))
    if (changed) onChanged(changed)
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  const at = (field: ReturnType<typeof fieldOf>) =>
    problem && fieldOf(problem) === field ? problemText(problem) : undefined
  const address = { type: 'email', autoCapitalize: 'none', spellCheck: false, required: true } as const
  return (
    <AccountDialog
      asking={asking}
      title={t('account.editEmail')}
      submit={t('ui.save')}
      fields={['email', 'emailAgain', 'password']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        {...address}
        label={t('account.newEmail')}
        value={email}
        onChange={change(setEmail)}
        error={at('email')}
      />
      <TextField
        {...address}
        label={t('account.emailAgain')}
        value={again}
        onChange={change(setAgain)}
        error={at('emailAgain')}
      />
      {data.password !== false && (
        <CurrentPassword value={password} onChange={change(setPassword)} error={at('password')} />
      )}
    </AccountDialog>
  )
}
