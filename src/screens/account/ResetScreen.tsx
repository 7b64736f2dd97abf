import { AskReset } from '../../features/account/AskReset.tsx'
import { SetPassword } from '../../features/account/SetPassword.tsx'
import { useT } from '../../i18n/useT.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { go, useHashSearch } from '../hash.ts'
import { useTitle } from '../useTitle.ts'

/** 2 §2: a mail is asked for; its link leads here again, to a new password. */
export function ResetScreen() {
  const t = useT()
  const link = new URLSearchParams(useHashSearch()).get('link')
  useTitle(t(link ? 'account.newPassword' : 'account.reset'))
  const done = () => {
    toast.show({ kind: 'success', message: t('account.resetDone'), timeout: 6000 })
    go('/', { replace: true })
  }
  return (
    <AsideLayout>
      {link ? <SetPassword link={link} again="#/reset" onDone={done} /> : <AskReset signInAddress="#/" />}
    </AsideLayout>
  )
}
