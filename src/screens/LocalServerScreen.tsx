import { useT } from '../i18n/useT.ts'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { QuitIcon } from '../ui/icons.ts'
import { useTitle } from './useTitle.ts'

/** In the place of all screens while the server of this machine starts (2 §4), and after the person has ended it. Either goes on by itself. */
export function LocalServerScreen({ standing }: { standing: 'starting' | 'ended' }) {
  const t = useT()
  const said = t(standing === 'starting' ? 'problem.serverStarting' : 'quit.ended')
  useTitle(said)
  return (
    <main className="notice-screen">
      <div className="notice" role="status">
        {standing === 'starting' ? <Spinner /> : <QuitIcon aria-hidden />}
        <h1>{said}</h1>
        {standing === 'ended' && <p>{t('quit.endedText')}</p>}
      </div>
    </main>
  )
}
