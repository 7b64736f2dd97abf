import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { signIn } from '../../data/server/session.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { SsoFinish } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { CurrentCode } from './CurrentCode.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { FormProblem } from './FormProblem.tsx'
import { useServerCall } from './useServerCall.ts'

interface FinishSignInProps {
  /** With which the browser came back from the provider; null: it has failed there. */
  code: string | null
  /** Addresses of the other ways. */
  signInAddress: string
  resetAddress: string
  /** The person is signed in. */
  onDone: () => void
}

/** Back from a provider of sign-ins: signs in, or asks once for the password of the account that was there before. */
export function FinishSignIn({ code, signInAddress, resetAddress, onDone }: FinishSignInProps) {
  const t = useT()
  const { busy, problem, setProblem, ask } = useServerCall()
  const [asks, setAsks] = useState<{ email: string; provider: string } | null>(null)
  const [password, setPassword] = useState('')
  const [factor, setFactor] = useState<string | null>(null)
  const isBegun = useRef(false)

  const finish = async (secrets: Omit<SsoFinish, 'code'>) => {
    if (code === null) return setProblem({ kind: 'ssoFailed' })
    let asksCode = false
    const answer = await ask(async () => {
      const finished = await api('POST /web/api/v2/auth/sso/finish', { body: { code, ...secrets }, anonymous: true })
      asksCode = isProblem(finished) && finished.problem.kind === 'codeNeeded'
      return finished
    })
    if (asksCode) setFactor('')
    if (!answer) return
    if ('asks' in answer) return setAsks(answer.asks)
    signIn(answer)
    onDone()
  }
  // The code is good once: it is not sent again when the component is drawn anew.
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void finish({})
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!password) return setProblem({ kind: 'passwordRequired' })
    void finish({ password, ...(factor?.trim() && { factor: factor.replace(/\s/g, '') }) })
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  if (!asks)
    return (
      <div className="account-form">
        <h1>{t('account.signIn')}</h1>
        <div role="status">
          {!problem && (
            <p className="account-text">
              <Spinner /> {t('account.ssoUnderWay')}
            </p>
          )}
        </div>
        <FormProblem problem={problem} />
        {problem && (
          <p className="account-links">
            <a href={signInAddress}>{t('account.toSignIn')}</a>
          </p>
        )}
      </div>
    )
  const field = problem && fieldOfLinking(problem)
  return (
    <form className="account-form" noValidate onSubmit={submit}>
      <h1>{t('account.ssoLink')}</h1>
      <p className="account-text">{t('account.ssoLinkText', asks)}</p>
      <input type="email" autoComplete="username" value={asks.email} readOnly hidden />
      <CurrentPassword
        value={password}
        onChange={change(setPassword)}
        error={problem && field === 'password' ? problemText(problem) : undefined}
        autoFocus
      />
      {factor !== null && (
        <CurrentCode
          value={factor}
          onChange={change(setFactor)}
          error={problem && field === 'code' ? problemText(problem) : undefined}
        />
      )}
      <FormProblem problem={field === null ? problem : null} />
      <Button type="submit" kind="primary" size="large" busy={busy}>
        {t('account.ssoLinkDo')}
      </Button>
      <p className="account-links">
        <a href={resetAddress}>{t('account.forgotten')}</a>
        <a href={signInAddress}>{t('account.toSignIn')}</a>
      </p>
    </form>
  )
}

/** The email is given here: what is wrong is the password. */
function fieldOfLinking({ kind }: Problem): 'password' | 'code' | null {
  if (kind === 'codeNeeded' || kind === 'wrongCode') return 'code'
  return kind === 'passwordRequired' ? 'password' : null
}
