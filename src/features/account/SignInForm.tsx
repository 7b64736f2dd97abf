import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { signIn } from '../../data/server/session.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { SignIn } from '../../model/contract/shapes.ts'
import type { Problem } from '../../model/problems.ts'
import { cleanEmail, isEmail } from '../../model/rules/projects/email.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { FormProblem } from './FormProblem.tsx'
import { fieldOf } from './fieldOf.ts'
import { useServerCall } from './useServerCall.ts'

interface SignInFormProps {
  /** Stands above the form until a code is asked for. */
  before?: ReactNode
  /** Stands above its fields: other ways to sign in. */
  above?: ReactNode
  /** Addresses of the other ways. */
  reset: string
  /** Left out: nobody can register without an invitation. */
  register?: string | undefined
  /** The person is signed in. */
  onDone: () => void
}

/** Email and password; then the code, where the account asks for a second factor. */
export function SignInForm({ before, above, reset, register, onDone }: SignInFormProps) {
  const t = useT()
  const { busy, problem, setProblem, ask } = useServerCall()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [byRecovery, setByRecovery] = useState(false)

  const wrong = (): Problem | null => {
    if (!isEmail(cleanEmail(email))) return { kind: 'invalidEmail' }
    return password ? null : { kind: 'passwordRequired' }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = wrong()
    if (found) return setProblem(found)
    const body: SignIn = {
      email: cleanEmail(email),
      password,
      regional_service_map: true,
      ...(code?.trim() && { code: code.replace(/\s/g, '') }),
    }
    let asksCode = false
    const answer = await ask(async () => {
      const signedIn = await api('POST /web/api/v2/auth/login', { body, anonymous: true })
      asksCode = 'problem' in signedIn && signedIn.problem.kind === 'codeNeeded'
      return signedIn
    })
    // Not before the form takes an answer: a code may be there at once.
    if (asksCode) setCode('')
    if (!answer) return
    signIn(answer)
    onDone()
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  const field = problem && fieldOf(problem)
  const said = (at: typeof field) => (problem && field === at ? problemText(problem) : undefined)
  /** A recovery code is not another one after half a minute. */
  const wrongCodeText = (found: Problem) => (byRecovery ? t('account.recoveryCodeWrong') : problemText(found))
  const form = (
    <form className="account-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('account.signIn')}</h1>
      {code === null && above}
      {code === null ? (
        <>
          <TextField
            label={t('account.email')}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={change(setEmail)}
            error={said('email')}
            autoFocus
            required
          />
          <CurrentPassword value={password} onChange={change(setPassword)} error={said('password')} />
        </>
      ) : (
        <TextField
          key={String(byRecovery)}
          label={t(byRecovery ? 'account.recoveryCode' : 'account.code')}
          note={t(byRecovery ? 'account.recoveryCodeHint' : 'account.codeHint')}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={change(setCode)}
          error={problem?.kind === 'wrongCode' ? wrongCodeText(problem) : undefined}
          autoFocus
          // A recovery code is taken here too.
          maxLength={40}
          required
        />
      )}
      <FormProblem problem={field === null ? problem : null} />
      <Button type="submit" kind="primary" size="large" busy={busy}>
        {t('account.signIn')}
      </Button>
      <p className="account-links">
        {code === null ? (
          <a href={reset}>{t('account.forgotten')}</a>
        ) : (
          <>
            <Button kind="quiet" onClick={() => setCode(null)}>
              {t('ui.back')}
            </Button>
            <Button
              kind="quiet"
              onClick={() => {
                change(setCode)('')
                setByRecovery(!byRecovery)
              }}
            >
              {t(byRecovery ? 'account.byApp' : 'account.byRecovery')}
            </Button>
          </>
        )}
        {register && code === null && <a href={register}>{t('account.register')}</a>}
      </p>
    </form>
  )
  return (
    <>
      {code === null && before}
      {form}
    </>
  )
}
