import { useState } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import type { UserData } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { AccountRow } from './AccountRow.tsx'

/** What the account's email still waits for: that the link of a mail is followed. */
export function EmailStanding({ data, onChanged }: { data: UserData; onChanged: (data: UserData) => void }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const { account, emailWaiting, emailUnconfirmed } = data
  if (emailWaiting === null && !emailUnconfirmed) return null
  const done = async (asked: Promise<Result<UserData>>, message: string) => {
    setBusy(true)
    const answer = await asked
    setBusy(false)
    if (isProblem(answer)) return showProblem(answer.problem)
    toast.show({ message, timeout: toastTime.long })
    onChanged(answer.ok)
  }
  const send = () =>
    done(api('POST /web/api/user/email/send'), t('account.emailSent', { email: emailWaiting ?? account.email }))
  const cancel = () => done(api('DELETE /web/api/user/email'), t('account.emailCancelled'))
  return (
    <AccountRow
      what={emailWaiting === null ? t('account.emailUnconfirmed') : t('account.emailWaiting', { email: emailWaiting })}
      of={t(emailWaiting === null ? 'account.emailUnconfirmedText' : 'account.emailWaitingText', {
        email: account.email,
      })}
    >
      <div className="account-actions">
        <Button busy={busy} onClick={() => void send()}>
          {t('account.emailSendAgain')}
        </Button>
        {emailWaiting !== null && (
          <Button disabled={busy} onClick={() => void cancel()}>
            {t('account.emailCancel')}
          </Button>
        )}
      </div>
    </AccountRow>
  )
}
