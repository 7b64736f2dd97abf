import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { UserData } from '../../model/contract/shapes.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { fieldOf } from './fieldOf.ts'
import { useServerCall } from './useServerCall.ts'

interface UnlinkDialogProps {
  signIn: { id: string; name: string }
  hasPassword: boolean
  onClose: () => void
  onChanged: (data: UserData) => void
}

/** A provider of sign-ins that is to let nobody into the account any more. */
export function UnlinkDialog({ signIn: { id, name }, hasPassword, onClose, onChanged }: UnlinkDialogProps) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [password, setPassword] = useState('')
  const submit = async () => {
    const given = { path: { id }, body: { password } }
    const changed = await asking.ask(() => api('DELETE /web/api/user/signins/{id}', given))
    if (changed) onChanged(changed)
  }
  return (
    <AccountDialog
      asking={asking}
      title={t('account.unlinkOf', { name })}
      description={t('account.unlinkText', { name })}
      submit={t('account.unlink')}
      danger
      fields={['password']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {hasPassword && (
        <CurrentPassword
          value={password}
          onChange={(text) => {
            setPassword(text)
            setProblem(null)
          }}
          error={problem && fieldOf(problem) === 'password' ? problemText(problem) : undefined}
        />
      )}
    </AccountDialog>
  )
}
