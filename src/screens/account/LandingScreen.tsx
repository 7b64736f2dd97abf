import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { notedGone } from '../../data/copies/notedGone.ts'
import { can, facts } from '../../data/server/serverFacts.ts'
import { session } from '../../data/server/session.ts'
import { SignInForm } from '../../features/account/SignInForm.tsx'
import { useT } from '../../i18n/useT.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { handedOn } from '../guards.ts'
import { go, useHashSearch } from '../hash.ts'
import { useTitle } from '../useTitle.ts'

const EndedSession = lazyPart(async () => (await import('./EndedSession.tsx')).EndedSession)
const InvitedScreen = lazyPart(async () => (await import('./InvitedScreen.tsx')).InvitedScreen)
const RegisterForm = lazyPart(async () => (await import('../../features/account/RegisterForm.tsx')).RegisterForm)
const Providers = lazyPart(async () => (await import('../../features/account/Providers.tsx')).Providers)
const GoneAccounts = lazyPart(async () => (await import('./GoneAccounts.tsx')).GoneAccounts)

/** The message that there is a new password to sign in with. */
export const passwordSet = 'passwordSet'

/**
 * The way in: to sign in, or with `register` or an `invitation` in the address, to make an account. Where somebody wanted to go is kept, and
 * the invitation of who has an account (`signIn` beside it).
 */
export function LandingScreen() {
  const t = useT()
  const search = useHashSearch()
  const asked = new URLSearchParams(search)
  const invitation = asked.get('invitation') ?? undefined
  const asksRegister = invitation !== undefined || (asked.has('register') && can('registration'))
  const { sso = [] } = facts()
  // Whoever runs the server may have no account with a provider.
  const isOnlyBySso = sso.some(({ only }) => only) && !asked.has('password')
  const registers = asksRegister && !asked.has('signIn') && !isOnlyBySso
  useTitle(t(registers ? 'account.register' : 'account.signIn'))
  // What a tab hears of later ends its session too, and leads it here.
  const [hasGone] = useState(() => notedGone().length > 0)
  const { standing, ended } = useSnapshot(session)
  const kept = handedOn(search)
  const before = <Suspense>{ended && !hasGone && <EndedSession account={ended} />}</Suspense>
  if (invitation !== undefined && standing === 'known') return <InvitedScreen link={invitation} />
  return (
    <AsideLayout>
      <Suspense>{hasGone && <GoneAccounts />}</Suspense>
      {isOnlyBySso ? (
        <Suspense>
          {before}
          <Providers providers={sso} way={kept} alone />
        </Suspense>
      ) : registers ? (
        <Suspense>
          <RegisterForm
            link={invitation}
            signInAddress={`#/${kept && `?${kept}`}`}
            signInAlone="#/"
            resetAddress={`#/reset${kept && `?${kept}`}`}
            onDone={() => {
              // Else the address would ask what to do with an invitation that has just been used.
              if (invitation !== undefined) go('/projects', { replace: true })
            }}
          />
        </Suspense>
      ) : (
        <SignInForm
          before={before}
          above={<Suspense>{sso.length > 0 && <Providers providers={sso} way={kept} />}</Suspense>}
          reset={`#/reset${kept && `?${kept}`}`}
          register={registering(invitation, kept)}
          onDone={() => toast.close(passwordSet)}
        />
      )}
    </AsideLayout>
  )
}

/** By the invitation, which lets in whoever opens it; else where all may. */
function registering(invitation: string | undefined, kept: string): string | undefined {
  if (invitation) return `#/?invitation=${encodeURIComponent(invitation)}`
  if (facts().payment) return '#/buy/cloud'
  return can('registration') ? `#/?register=1${kept && `&${kept}`}` : undefined
}
