import { noteGone } from '../../data/copies/notedGone.ts'
import { pageKey } from '../../data/server/session.ts'
import { AccountView } from '../../features/account/AccountView.tsx'
import { isHeldBack, useAccount } from '../../features/account/useAccount.ts'
import { useT } from '../../i18n/useT.ts'
import { BackIcon } from '../../ui/icons.ts'
import { go, useHashSearch } from '../hash.ts'
import { useTitle } from '../useTitle.ts'
import { useLogOut } from './useLogOut.tsx'

/** The account of the person who is signed in. */
export function AccountScreen() {
  const t = useT()
  const search = useHashSearch()
  const { logOut, forget, dialogs } = useLogOut()
  const state = useAccount()
  // The list would only lead back here.
  const isBound = state.data !== null && isHeldBack(state.data)
  useTitle(t('account.title'))
  return (
    <main className="account">
      {!isBound && (
        <a className="ui-button account-back" data-kind="quiet" href="#/projects">
          <BackIcon aria-hidden />
          {t('project.home')}
        </a>
      )}
      <h1>{t('account.title')}</h1>
      <AccountView
        state={state}
        emailLink={new URLSearchParams(search).get('email')}
        onEmailLinkUsed={() => go('/account', { replace: true })}
        hasPaid={new URLSearchParams(search).get('payment') === 'done'}
        onPaidSeen={() => go('/account', { replace: true })}
        onLogOut={logOut}
        onDeleted={() => {
          const account = pageKey()
          void forget().then(() => {
            // For the page that comes, which says so.
            noteGone(account)
            // 2 §4: it is loaded anew, with nothing of the person left.
            location.reload()
          })
        }}
      />
      {dialogs}
    </main>
  )
}
