import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { signIn } from '../../data/server/session.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Registered, Registration } from '../../model/contract/shapes.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { cleanEmail, isEmail } from '../../model/rules/projects/email.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormProblem } from './FormProblem.tsx'
import { fieldOf } from './fieldOf.ts'
import { PasswordField } from './PasswordField.tsx'
import { useServerCall } from './useServerCall.ts'

interface RegisterFormProps {
  /** Of an invitation, which says whose email it is. */
  link?: string | undefined
  /** Address of the way back to signing in. */
  signInAddress: string
  /** The same, where the invitation is none any more. */
  signInAlone: string
  /** Address of the form that asks for a new password. */
  resetAddress: string
  /** There is an account, and it is signed in. */
  onDone: (made: Registered) => void
  /** Of an account that is paid for: what stands before its own fields, how it is made, and what that is called. */
  title?: string
  before?: ReactNode
  /** Left out: true. Else what it costs is not known, which `before` says. */
  isReady?: boolean
  label?: string
  register?: (registration: Registration) => Promise<Result<Registered>>
}

const make: NonNullable<RegisterFormProps['register']> = (body) =>
  api('POST /web/api/v2/register/checkout', { body, anonymous: true })

/** A new account: open to all, or by the link of an invitation. */
export function RegisterForm(props: RegisterFormProps) {
  const { link, signInAddress, signInAlone, resetAddress, onDone, before, isReady = true, register = make } = props
  const t = useT()
  const { busy, problem, setProblem, ask } = useServerCall()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  useEffect(() => {
    if (!link) return
    void api('POST /web/api/v2/register/invitation', { body: { link }, anonymous: true }).then((answer) =>
      isProblem(answer) ? setProblem(answer.problem) : setEmail(answer.ok.email),
    )
  }, [link, setProblem])

  const wrong = (): Problem | null => {
    if (!name.trim()) return { kind: 'accountNameRequired' }
    if (!isEmail(cleanEmail(email))) return { kind: 'invalidEmail' }
    return null
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = wrong()
    if (found) return setProblem(found)
    const body: Registration = { name: name.trim(), email: cleanEmail(email), password, ...(link && { link }) }
    const answer = await ask(() => register(body))
    if (!answer) return
    signIn(answer)
    onDone(answer)
  }
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setProblem(null)
  }
  const said = (field: ReturnType<typeof fieldOf>) =>
    problem && fieldOf(problem) === field ? problemText(problem) : undefined
  // An invitation that says nobody's email lets nobody in.
  const isUsed = link !== undefined && problem?.kind === 'linkExpired'
  // Somebody has taken the email to which the invitation went: whoever reads its mail is not shut out.
  const isTaken = link !== undefined && problem?.kind === 'emailTaken'
  const toSignIn = (
    <p className="account-links">
      <a href={isUsed ? signInAlone : signInAddress}>{t('account.haveAccount')}</a>
    </p>
  )
  if (isUsed)
    return (
      <div className="account-form">
        <h1>{t('account.register')}</h1>
        <FormProblem problem={problem} />
        {toSignIn}
      </div>
    )
  return (
    <form className="account-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{props.title ?? t('account.register')}</h1>
      {before}
      <TextField
        label={t('account.name')}
        note={t('account.nameHint')}
        autoComplete="name"
        value={name}
        onChange={change(setName)}
        error={said('name')}
        maxLength={100}
        autoFocus={!before}
        required
      />
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={change(setEmail)}
        readOnly={link !== undefined}
        error={said('email')}
        required
      />
      <PasswordField
        label={t('account.password')}
        note={t('account.passwordHint', { least: 8 })}
        autoComplete="new-password"
        value={password}
        onChange={change(setPassword)}
        error={said('password')}
      />
      <FormProblem problem={problem && fieldOf(problem) === null ? problem : null} />
      <Button type="submit" kind="primary" size="large" busy={busy} disabled={!isReady}>
        {props.label ?? t('account.register')}
      </Button>
      {isTaken && <p className="account-text">{t('account.takenText', { email })}</p>}
      {toSignIn}
      {isTaken && (
        <p className="account-links">
          <a href={resetAddress}>{t('account.takenReset')}</a>
        </p>
      )}
    </form>
  )
}
