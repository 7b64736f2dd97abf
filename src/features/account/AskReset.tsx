import { type FormEvent, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import { cleanEmail, isEmail } from '../../model/rules/projects/email.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { useArrival } from '../../ui/useArrival.ts'
import { FormProblem } from './FormProblem.tsx'
import { useServerCall } from './useServerCall.ts'

interface AskResetProps {
  signInAddress: string
  /** A mail is on its way, if there is such an account. */
  onSent: () => void
}

/** Asks for the mail with a link. The answer is the same whether there is such an account. */
export function AskReset({ signInAddress, onSent }: AskResetProps) {
  const t = useT()
  const { busy, problem, setProblem, ask } = useServerCall()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  // What was filled in and pressed is gone then.
  useArrival(String(sent))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(cleanEmail(email))) return setProblem({ kind: 'invalidEmail' })
    const body = { email: cleanEmail(email) }
    if (!(await ask(() => api('POST /web/api/v2/auth/reset', { body, anonymous: true })))) return
    setSent(true)
    onSent()
  }
  return (
    <form className="account-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('account.reset')}</h1>
      <div className="account-sent" role="status">
        {sent ? <p className="account-text">{t('account.resetSent', { email: cleanEmail(email) })}</p> : null}
      </div>
      {!sent && (
        <>
          <p className="account-text">{t('account.resetText')}</p>
          <TextField
            label={t('account.email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(text) => {
              setEmail(text)
              setProblem(null)
            }}
            autoFocus
            required
          />
          <FormProblem problem={problem} />
          <Button type="submit" kind="primary" size="large" busy={busy}>
            {t('account.resetSend')}
          </Button>
        </>
      )}
      <p className="account-links">
        <a href={signInAddress}>{t('account.toSignIn')}</a>
      </p>
    </form>
  )
}
