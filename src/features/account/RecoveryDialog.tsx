import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { CurrentCode } from './CurrentCode.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { fieldOf } from './fieldOf.ts'
import { NewCodes } from './NewCodes.tsx'
import type { AccountDialogOf } from './useAccount.ts'
import { useServerCall } from './useServerCall.ts'

/** New recovery codes by the password, in place of those before. */
export function RecoveryDialog({ data, onClose, onChanged }: AccountDialogOf) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const submit = async () => {
    const body = { password, code }
    const made = await asking.ask(() => api('POST /web/api/user/factor/codes', { body }))
    if (made) setCodes(made.codes)
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  const at = (field: ReturnType<typeof fieldOf>) =>
    problem && fieldOf(problem) === field ? problemText(problem) : undefined
  if (codes) return <NewCodes codes={codes} onDone={() => onChanged({ ...data, recoveryCodes: codes.length })} />
  return (
    <AccountDialog
      asking={asking}
      title={t('account.recoveryNew')}
      description={t('account.recoveryNewText')}
      submit={t('account.recoveryNew')}
      fields={['password', 'code']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <CurrentPassword value={password} onChange={change(setPassword)} error={at('password')} />
      <CurrentCode value={code} onChange={change(setCode)} error={at('code')} />
    </AccountDialog>
  )
}
