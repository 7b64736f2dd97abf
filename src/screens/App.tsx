import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { can } from '../data/server/facts.ts'
import { session } from '../data/server/session.ts'
import { UiRoot } from '../ui/UiRoot.tsx'
import { readingFonts } from '../ui/words/readingFonts.ts'
import { CrashBoundary } from './CrashBoundary.tsx'
import { LastScreen } from './LastScreen.tsx'
import { warmUp } from './lazyPart.ts'
import { NoSecretScreen } from './NoSecretScreen.tsx'
import { Routes } from './routes.tsx'

/** Everything there is to see. */
export function App() {
  const { standing } = useSnapshot(session)
  useEffect(() => {
    if (standing === 'known') void warmUp().then(readingFonts)
  }, [standing])
  return (
    <CrashBoundary fallback={<LastScreen />}>
      <UiRoot>
        <CrashBoundary>{standing === 'known' || can('accounts') ? <Routes /> : <NoSecretScreen />}</CrashBoundary>
      </UiRoot>
    </CrashBoundary>
  )
}
