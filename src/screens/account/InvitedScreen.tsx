import { Invited } from '../../features/account/Invited.tsx'
import { useT } from '../../i18n/useT.ts'
import { toastTime } from '../../model/limits.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { go } from '../hash.ts'
import { useTitle } from '../useTitle.ts'
import { useLogOut } from './useLogOut.tsx'

/** The link of an invitation, opened by somebody who is signed in.  */
export function InvitedScreen({ link }: { link: string }) {
  const t = useT()
  const { logOut, dialogs } = useLogOut()
  useTitle(t('account.invitation'))
  const taken = () => {
    toast.show({ kind: 'success', message: t('account.invitationTaken'), timeout: toastTime.long })
    go('/projects', { replace: true })
  }
  return (
    <AsideLayout>
      <Invited link={link} onTaken={taken} onLogOut={logOut} projects="#/projects" />
      {dialogs}
    </AsideLayout>
  )
}
