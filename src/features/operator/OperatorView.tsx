import { useCallback, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { Accounts } from './Accounts.tsx'
import { Projects } from './Projects.tsx'
import { Standing } from './Standing.tsx'
import { useAsked } from './useAsked.ts'
import './operator.css'

const panes = ['standing', 'accounts', 'projects'] as const
type Pane = (typeof panes)[number]

/** The server as its operator sees it; whoever is not reads that alone. */
export function OperatorView({ isNarrow }: { isNarrow: boolean }) {
  const t = useT()
  const [pane, setPane] = useState<Pane>('standing')
  const standing = useAsked(useCallback(() => api('GET /web/api/operator/server'), []))
  if (standing.problem?.kind === 'notOperator') return <p>{problemText(standing.problem)}</p>
  return (
    <Tabs
      label={t('operator.title')}
      tabs={panes.map((id) => ({ id, title: t(`operator.${id}`) }))}
      active={pane}
      onActivate={(id) => setPane(id as Pane)}
    >
      {pane === 'standing' && <Standing {...standing} />}
      {pane === 'accounts' && <Accounts isNarrow={isNarrow} />}
      {pane === 'projects' && <Projects isNarrow={isNarrow} />}
    </Tabs>
  )
}
