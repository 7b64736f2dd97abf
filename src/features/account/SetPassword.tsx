import { type FormEvent, useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { facts } from '../../data/server/serverFacts.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FormProblem } from './FormProblem.tsx'
import { fieldOf } from './fieldOf.ts'
import { PasswordField } from './PasswordField.tsx'
import { useServerCall } from './useServerCall.ts'

interface SetPasswordProps {
  /** Of the mail. */
  link: string
  /** Address at which another mail is asked for. */
  again: string
  onDone: () => void
}

/** A new password by the link of a mail. */
export function SetPassword({ link, again, onDone }: SetPasswordProps) {
  const t = useT()
  const { busy, problem, setProblem, ask } = useServerCall()
  const [password, setPassword] = useState('')
  // Said before anything is typed.
  useEffect(() => {
    void api('POST /web/api/v2/auth/reset/link', { body: { link }, anonymous: true }).then((answer) => {
      if (isProblem(answer) && answer.problem.kind === 'linkExpired') setProblem(answer.problem)
    })
  }, [link, setProblem])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { link, password }
    if (await ask(() => api('POST /web/api/v2/auth/reset/password', { body, anonymous: true }))) onDone()
  }
  if (problem?.kind === 'linkExpired')
    return (
      <div className="account-form">
        <h1>{t('account.newPassword')}</h1>
        <FormProblem problem={problem} />
        <p className="account-links">
          <a href={again}>{t('account.resetSend')}</a>
        </p>
      </div>
    )
  const atField = problem !== null && fieldOf(problem) === 'password'
  return (
    <form className="account-form" noValidate onSubmit={(event) => void submit(event)}>
      <h1>{t('account.newPassword')}</h1>
      <PasswordField
        label={t('account.newPassword')}
        note={t('account.passwordHint', { least: 8 })}
        autoComplete="new-password"
        value={password}
        onChange={(text) => {
          setPassword(text)
          setProblem(null)
        }}
        error={problem && atField ? problemText(problem) : undefined}
        autoFocus
      />
      {facts().speech && <p className="account-text">{t('account.resetTranscripts')}</p>}
      <FormProblem problem={atField ? null : problem} />
      <Button type="submit" kind="primary" size="large" busy={busy}>
        {t('account.setPassword')}
      </Button>
    </form>
  )
}
