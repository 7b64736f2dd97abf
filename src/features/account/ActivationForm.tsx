import { type FormEvent, useRef, useState } from 'react'
import { askActivation, skipActivation } from '../../data/server/activation.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { ActivationRequest } from '../../model/contract/shapes.ts'
import { trial as limits } from '../../model/limits.ts'
import { daysLeft, type Trial } from '../../model/rules/projects/trial.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormProblem } from './FormProblem.tsx'
import { useServerCall } from './useServerCall.ts'

interface ActivationFormProps {
  trial: Trial
  /** It is activated, extended (the days that are left then), or the trial goes on (null). */
  onDone: (how: ActivationRequest['type'] | null, trial: Trial) => void
}

/** 2 §2: activation by a key, extension of the trial by one, or neither while days are left. */
export function ActivationForm({ trial, onDone }: ActivationFormProps) {
  const t = useT()
  const { busy, problem, setProblem, ask } = useServerCall()
  const [key, setKey] = useState('')
  const [asked, setAsked] = useState<ActivationRequest['type'] | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const left = daysLeft(trial, Date.now())

  const send = async (type: ActivationRequest['type']) => {
    if (!key.trim()) {
      field.current?.focus()
      return setProblem({ kind: 'activationKeyRequired' })
    }
    setAsked(type)
    const answer = await ask(() => askActivation({ key: key.trim(), type }))
    if (answer) onDone(type, answer)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send('activation')
  }
  const skip = async () => {
    setAsked(null)
    const answer = await ask(skipActivation)
    if (answer) onDone(null, answer)
  }
  const ofKey = problem?.kind === 'activationKeyRequired'
  return (
    <form className="account-form" noValidate onSubmit={submit}>
      <h1>{t('activation.title')}</h1>
      <p className="account-text">{stateText()}</p>
      <TextField
        label={t('activation.key')}
        note={t('activation.keyNote')}
        autoCapitalize="none"
        spellCheck={false}
        value={key}
        onChange={(text) => {
          setKey(text)
          setProblem(null)
        }}
        error={problem && ofKey ? problemText(problem) : undefined}
        maxLength={200}
        ref={field}
        autoFocus
        required
      />
      <FormProblem problem={ofKey ? null : problem} />
      <Button type="submit" kind="primary" size="large" busy={busy && asked === 'activation'}>
        {t('activation.activate')}
      </Button>
      <div className="account-actions">
        {left > 0 && (
          <Button busy={busy && asked === null} onClick={() => void skip()}>
            {t(trial.activationSkipped ? 'activation.goOn' : 'activation.start')}
          </Button>
        )}
        <Button busy={busy && asked === 'extension'} onClick={() => void send('extension')}>
          {t('activation.extend')}
        </Button>
      </div>
    </form>
  )

  function stateText(): string {
    if (trial.trialStarted === null) return t('activation.notStarted', { days: limits.days })
    return left > 0 ? t('activation.left', { days: left }) : t('activation.over')
  }
}
