import { takeWay } from '../../data/server/ssoWay.ts'
import { FinishSignIn } from '../../features/account/FinishSignIn.tsx'
import { useT } from '../../i18n/useT.ts'
import { AsideLayout } from '../AsideLayout.tsx'
import { go, useHashSearch } from '../hash.ts'
import { useTitle } from '../useTitle.ts'

/** Where a provider of sign-ins sends people back to. From here they go on to where they wanted to be. */
export function SignedInScreen() {
  const t = useT()
  const code = new URLSearchParams(useHashSearch()).get('code')
  useTitle(t('account.signIn'))
  const goOn = () => {
    const way = takeWay()
    go(`/${way && `?${way}`}`, { replace: true })
  }
  return (
    <AsideLayout>
      <FinishSignIn code={code} signInAddress="#/" resetAddress="#/reset" onDone={goOn} />
    </AsideLayout>
  )
}
