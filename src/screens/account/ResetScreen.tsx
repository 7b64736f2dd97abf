import { sayNoEnd } from '../../data/server/session.ts'
import { AskReset } from '../../features/account/AskReset.tsx'
import { SetPassword } from '../../features/account/SetPassword.tsx'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { handedOn } from '../guards.ts'
import { go, useHashSearch } from '../hash.ts'
import { useTitle } from '../useTitle.ts'
import { passwordSet } from './LandingScreen.tsx'

/** 2 §2: a mail is asked for; its link leads here again, to a new password. Where somebody wanted to go is kept. */
export function ResetScreen() {
  const t = useT()
  const search = useHashSearch()
  const link = new URLSearchParams(search).get('link')
  const kept = handedOn(search) && `?${handedOn(search)}`
  const signIn = `/${kept}`
  useTitle(t(link ? 'account.newPassword' : 'account.reset'))
  const done = () => {
    sayNoEnd()
    toast.show({ kind: 'success', message: t('account.resetDone'), timeout: toastTime.long, id: passwordSet })
    go(signIn, { replace: true })
  }
  return (
    <AsideLayout>
      {link ? (
        <SetPassword link={link} again={`#/reset${kept}`} onDone={done} />
      ) : (
        <AskReset signInAddress={`#${signIn}`} onSent={sayNoEnd} />
      )}
    </AsideLayout>
  )
}
