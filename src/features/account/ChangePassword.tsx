import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { resealedKey } from '../../data/transcription/personKey.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { fieldOf } from './fieldOf.ts'
import { PasswordField } from './PasswordField.tsx'
import type { AccountDialogOf } from './useAccount.ts'
import { useServerCall } from './useServerCall.ts'

/** 2 §5: the old one and, twice the same, a new one. */
export function ChangePassword({ data, onClose, onChanged }: AccountDialogOf) {
  const t = useT()
  /** Who signs in with a provider alone has none yet. */
  const hasOld = data.password !== false
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [oldPwd, setOld] = useState('')
  const [newPwd, setNew] = useState('')
  const [again, setAgain] = useState('')
  const wrong = (): Problem | null => {
    if ((hasOld && !oldPwd) || !newPwd) return { kind: 'bothPasswords' }
    return newPwd === again ? null : { kind: 'passwordsDoNotMatch' }
  }
  const submit = async () => {
    const found = wrong()
    if (found) return setProblem(found)
    const changed = await asking.ask(() => change(oldPwd, newPwd))
    if (!changed) return
    const message = t(hasOld ? 'account.passwordChanged' : 'account.passwordIsSet')
    toast.show({ kind: 'success', message, timeout: toastTime.long })
    onChanged({ ...data, password: true })
  }
  const fill = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  const words = problem && fieldOf(problem) === 'password' ? problemText(problem) : undefined
  const ofOld = problem?.kind === 'wrongPassword'
  return (
    <AccountDialog
      asking={asking}
      title={t(hasOld ? 'account.changePassword' : 'account.passwordSet')}
      submit={t(hasOld ? 'account.changePassword' : 'account.passwordSet')}
      fields={['password', 'passwordAgain']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {hasOld && (
        <PasswordField
          label={t('account.oldPassword')}
          autoComplete="current-password"
          value={oldPwd}
          onChange={fill(setOld)}
          error={ofOld ? words : undefined}
        />
      )}
      <PasswordField
        label={t('account.newPassword')}
        note={t('account.passwordHint', { least: 8 })}
        autoComplete="new-password"
        value={newPwd}
        onChange={fill(setNew)}
        error={ofOld ? undefined : words}
      />
      <PasswordField
        label={t('account.passwordAgain')}
        autoComplete="new-password"
        value={again}
        onChange={fill(setAgain)}
        error={problem && fieldOf(problem) === 'passwordAgain' ? problemText(problem) : undefined}
      />
    </AccountDialog>
  )
}

/** What opens the person's transcripts is sealed by the password, and goes with it, sealed by the new one. */
async function change(oldPwd: string, newPwd: string) {
  const key = await resealedKey(oldPwd, newPwd)
  if (isProblem(key)) return key
  const body = { oldPwd, newPwd, ...(key.ok !== undefined && { transcription_key: key.ok }) }
  return api('POST /web/api/user/change', { body })
}
