import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { notedGone } from '../../data/copies/notedGone.ts'
import { can } from '../../data/server/serverFacts.ts'
import { session } from '../../data/server/session.ts'
import { RegisterForm } from '../../features/account/RegisterForm.tsx'
import { SignInForm } from '../../features/account/SignInForm.tsx'
import { useT } from '../../i18n/useT.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { go, useHashSearch } from '../hash.ts'
import { lazyPart } from '../lazyPart.ts'
import { useTitle } from '../useTitle.ts'
import { InvitedScreen } from './InvitedScreen.tsx'

const EndedSession = lazyPart(async () => (await import('./EndedSession.tsx')).EndedSession)
const GoneAccounts = lazyPart(async () => (await import('./GoneAccounts.tsx')).GoneAccounts)

/** The message that there is a new password to sign in with. */
export const passwordSet = 'passwordSet'

/** The way in: to sign in, or with `register` or an `invitation` in the address, to make an account. Where somebody wanted to go is kept. */
export function LandingScreen() {
  const t = useT()
  const asked = new URLSearchParams(useHashSearch())
  const invitation = asked.get('invitation') ?? undefined
  const registers = invitation !== undefined || (asked.has('register') && can('registration'))
  useTitle(t(registers ? 'account.register' : 'account.signIn'))
  // What a tab hears of later ends its session too, and leads it here.
  const [hasGone] = useState(() => notedGone().length > 0)
  const { standing, ended } = useSnapshot(session)
  const wanted = asked.get('redirectUrl')
  const kept = wanted ? `redirectUrl=${encodeURIComponent(wanted)}` : ''
  const signIn = `#/${kept && `?${kept}`}`
  if (invitation !== undefined && standing === 'known') return <InvitedScreen link={invitation} />
  return (
    <AsideLayout>
      <Suspense>
        {hasGone && <GoneAccounts />}
        {ended && !hasGone && !registers && <EndedSession account={ended} />}
      </Suspense>
      {registers ? (
        <RegisterForm
          link={invitation}
          signInAddress={signIn}
          onDone={() => {
            // Else the address would ask what to do with an invitation that has just been used.
            if (invitation !== undefined) go('/projects', { replace: true })
          }}
        />
      ) : (
        <SignInForm
          reset={`#/reset${kept && `?${kept}`}`}
          register={can('registration') ? `#/?register=1${kept && `&${kept}`}` : undefined}
          onDone={() => toast.close(passwordSet)}
        />
      )}
    </AsideLayout>
  )
}
