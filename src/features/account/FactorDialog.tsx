import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { AccountDialog } from './AccountDialog.tsx'
import { CurrentCode } from './CurrentCode.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { FactorCode } from './FactorCode.tsx'
import { fieldOf } from './fieldOf.ts'
import { NewCodes } from './NewCodes.tsx'
import type { AccountDialogOf } from './useAccount.ts'
import { useServerCall } from './useServerCall.ts'

interface Begun {
  secret: string
  uri: string
}

/** Sets up a second factor, or removes it: the password first, then a code that shows that the app has the secret. */
export function FactorDialog({ data, onClose, onChanged }: AccountDialogOf) {
  const t = useT()
  const asking = useServerCall()
  const { problem, setProblem } = asking
  const [password, setPassword] = useState('')
  const [begun, setBegun] = useState<Begun | null>(null)
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const removes = data.factor
  // Where it is demanded, the dialog stands before the words that say so.
  const why = data.factorDemanded ? 'account.factorDemanded' : 'account.factorText'
  const description = removes ? 'account.factorRemoveText' : begun ? 'account.factorScan' : why

  const done = (factor: boolean) => {
    toast.show({ kind: 'success', message: t(factor ? 'account.factorOn' : 'account.factorOff') })
    onChanged({ ...data, factor, recoveryCodes: codes?.length ?? null })
  }
  const submit = async () => {
    if (removes) {
      if (await asking.ask(() => api('DELETE /web/api/user/factor', { body: { password, code } }))) done(false)
    } else if (begun) {
      const body = { code: code.replace(/\s/g, '') }
      const made = await asking.ask(() => api('PUT /web/api/user/factor', { body }))
      if (made) setCodes(made.codes)
    } else {
      const secret = await asking.ask(() => api('POST /web/api/user/factor', { body: { password } }))
      if (secret) setBegun(secret)
    }
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  const at = (field: ReturnType<typeof fieldOf>) =>
    problem && fieldOf(problem) === field ? problemText(problem) : undefined
  if (codes) return <NewCodes codes={codes} onDone={() => done(true)} />
  return (
    <AccountDialog
      asking={asking}
      title={t('account.factor')}
      description={t(description)}
      submit={t(removes ? 'account.factorRemove' : begun ? 'account.factorConfirm' : 'account.continue')}
      danger={removes}
      fields={['password', 'code']}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {begun ? (
        <div className="account-factor">
          <FactorCode text={begun.uri} label={t('account.factorPicture')} />
          <code>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          {/* A phone cannot scan itself. */}
          <a className="account-factor-open" href={begun.uri}>
            {t('account.factorOpen')}
          </a>
          <TextField
            label={t('account.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={change(setCode)}
            error={at('code')}
            autoFocus
          />
        </div>
      ) : (
        <CurrentPassword value={password} onChange={change(setPassword)} error={at('password')} />
      )}
      {removes && <CurrentCode value={code} onChange={change(setCode)} error={at('code')} />}
    </AccountDialog>
  )
}
