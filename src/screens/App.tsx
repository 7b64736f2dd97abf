import { Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { isOpening } from '../data/copies/held.ts'
import { can } from '../data/server/serverFacts.ts'
import { session } from '../data/server/session.ts'
import { lazyPart, warmUp } from '../ui/lazyPart.ts'
import { UiRoot } from '../ui/UiRoot.tsx'
import { readingFonts } from '../ui/words/readingFonts.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { LastScreen } from './LastScreen.tsx'
import { NoSecretScreen } from './NoSecretScreen.tsx'
import { Routes } from './routes.tsx'

const SendingInBackground = lazyPart(async () => (await import('./SendingInBackground.tsx')).SendingInBackground)

/** Everything there is to see. */
export function App() {
  const { standing } = useSnapshot(session)
  const [isWarm, setIsWarm] = useState(false)
  useEffect(() => {
    if (standing !== 'known') return
    void warmUp(isOpening)
      .then(() => setIsWarm(true))
      .then(readingFonts)
  }, [standing])
  return (
    <CrashBoundary fallback={<LastScreen />}>
      <UiRoot>
        <CrashBoundary>{standing === 'known' || can('accounts') ? <Routes /> : <NoSecretScreen />}</CrashBoundary>
        <Suspense>{isWarm && standing === 'known' && <SendingInBackground />}</Suspense>
      </UiRoot>
    </CrashBoundary>
  )
}
