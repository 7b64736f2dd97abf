import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { api } from '../../data/server/server.ts'
import { session } from '../../data/server/session.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FormProblem } from './FormProblem.tsx'
import { LicenceFields } from './LicenceFields.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useLicence } from './useLicence.ts'
import { useServerCall } from './useServerCall.ts'

interface BuyLicenceProps {
  signInAddress: string
  resetAddress: string
  /** There is nothing to pay now: a student's file is looked at first, or the payment could not be begun, which is said. */
  onOrdered: () => void
}

/** A licence for this server: with a new account, or for who is signed in. The payment is on Stripe's own page. */
export function BuyLicence({ signInAddress, resetAddress, onOrdered }: BuyLicenceProps) {
  const t = useT()
  const licence = useLicence()
  const { standing } = useSnapshot(session)
  // Who makes an account here is signed in by that, and on the way to the payment.
  const [isSignedIn] = useState(standing === 'known')
  const { busy, problem, ask } = useServerCall()
  const goOn = (to: string | undefined) => {
    if (to) location.assign(to)
    else onOrdered()
  }
  const pay = async () => {
    const answer = await ask(() => api('POST /web/api/user/subscription/cloud', { body: licence.form() }))
    if (answer) goOn(answer.url)
  }
  // Of a new account, which stays: there it can be tried again.
  const sayNotBegun = (problem: { kind: string }) =>
    toast.show({ kind: 'error', message: t('buy.notBegun', { why: problemText(problem) }), timeout: 0 })
  const isStudent = licence.config.sector === 'student'
  if (!isSignedIn)
    return (
      <RegisterForm
        title={t('buy.cloud')}
        before={<LicenceFields licence={licence} />}
        label={t(isStudent ? 'buy.registerStudent' : 'buy.register')}
        register={async (registration) => {
          const form = licence.form()
          form.append('registration', JSON.stringify(registration))
          return api('POST /web/api/v2/register/checkout', { body: form, anonymous: true })
        }}
        isReady={licence.price !== null}
        signInAddress={signInAddress}
        signInAlone={signInAddress}
        resetAddress={resetAddress}
        onDone={({ url, notBegun }) => {
          goOn(url)
          if (notBegun) sayNotBegun(notBegun)
        }}
      />
    )
  return (
    <div className="account-form">
      <h1>{t('buy.cloud')}</h1>
      <LicenceFields licence={licence} />
      <FormProblem problem={problem} />
      <Button kind="primary" size="large" busy={busy} disabled={!licence.price} onClick={() => void pay()}>
        {t(isStudent ? 'buy.sendFile' : 'buy.pay')}
      </Button>
    </div>
  )
}
