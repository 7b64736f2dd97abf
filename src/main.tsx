/** The page begins here. */
import './styles/thicket.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startOffline } from './data/copies/startOffline.ts'
import { can } from './data/server/serverFacts.ts'
import { startSession } from './data/server/session.ts'
import { startLanguage } from './i18n/language.ts'
import { sayProjectsAre } from './i18n/problemText.ts'
import { App } from './screens/App.tsx'
import { reloadForChunk } from './screens/chunkReload.ts'
import { watchStrayDrops } from './screens/strayDrops.ts'
import { startTheme } from './screens/theme.ts'
import { reloadsBy } from './ui/lazyPart.ts'
import { standAboveKeyboard } from './ui/onScreenKeyboard.ts'

declare const process: { env: { NODE_ENV: string } }

addEventListener('unhandledrejection', ({ reason }) => void reloadForChunk(reason))
reloadsBy(reloadForChunk)
watchStrayDrops()
startSession()
sayProjectsAre(can('localFiles') ? 'files' : 'shared')
startTheme()
standAboveKeyboard()
// A language that cannot be fetched leaves the page in English.
await startLanguage().catch((error: unknown) => void reloadForChunk(error))

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// In development the server tells of every rebuild.
if (process.env.NODE_ENV === 'development')
  new EventSource('reloads').addEventListener('reload', () => location.reload())
else startOffline()
