import { Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { BackupsPane } from './BackupsPane.tsx'
import type { KeptMoment } from './historyCalls.ts'
import { OpenAsDialog } from './OpenAsDialog.tsx'
import type { Past } from './past.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { StepsPane } from './StepsPane.tsx'
import { VersionsPane } from './VersionsPane.tsx'

interface HistoryViewProps {
  /** A project was made of a past state. */
  onProject: (uuid: string) => void
}

const AuditPane = lazyPart(async () => (await import('./AuditPane.tsx')).AuditPane)

const panes = ['steps', 'versions', 'backups', 'audit'] as const
type Pane = (typeof panes)[number]

/** Which pane is open: of this visit to the history, so that the window may become a phone's, or the page be loaded again, while it is read. */
function usePane(): [Pane, (pane: Pane) => void] {
  const [pane, setPane] = useState<Pane>(() => panes.find((id) => id === history.state?.historyPane) ?? 'steps')
  const choose = (next: Pane) => {
    setPane(next)
    history.replaceState({ historyPane: next }, '')
  }
  return [pane, choose]
}

/** Who did what, when; the ways back: to a step, a version that was named, a backup. */
export function HistoryView({ onProject }: HistoryViewProps) {
  const t = useT()
  const project = useProject()
  const { access } = useSnapshot(project.state)
  const canWrite = mayWrite(access)
  const [pane, setPane] = usePane()
  const [restoring, restore] = useState<Past<KeptMoment> | null>(null)
  const [opening, open] = useState<Past | null>(null)
  /** Of others' projects nobody is told who uses them, and on one's own machine nobody notes it. */
  const shown = panes.filter((id) => id !== 'audit' || (access === 'own' && can('accounts')))
  const ways = { canWrite, onRestore: canWrite ? restore : undefined, onOpen: open }
  return (
    <section className="history" aria-label={t('history.title')}>
      <Tabs
        label={t('history.title')}
        tabs={shown.map((id) => ({ id, title: t(`history.${id}`) }))}
        active={pane}
        onActivate={(id) => setPane(id as Pane)}
      >
        {pane === 'steps' && <StepsPane {...ways} />}
        {pane === 'versions' && <VersionsPane {...ways} />}
        {pane === 'backups' && <BackupsPane {...ways} owns={access === 'own'} />}
        <Suspense>{pane === 'audit' && shown.includes('audit') && <AuditPane />}</Suspense>
      </Tabs>
      {restoring && <RestoreDialog past={restoring} onClose={() => restore(null)} />}
      {opening && <OpenAsDialog past={opening} onClose={() => open(null)} onProject={onProject} />}
    </section>
  )
}
