import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { Tabs } from '../../ui/fields/Tabs.tsx'
import { Accounts } from './Accounts.tsx'
import { Projects } from './Projects.tsx'
import { Standing } from './Standing.tsx'
import './operator.css'

const panes = ['standing', 'accounts', 'projects'] as const
type Pane = (typeof panes)[number]

/** The server as its operator sees it. */
export function OperatorView() {
  const t = useT()
  const [pane, setPane] = useState<Pane>('standing')
  return (
    <Tabs
      label={t('operator.title')}
      tabs={panes.map((id) => ({ id, title: t(`operator.${id}`) }))}
      active={pane}
      onActivate={(id) => setPane(id as Pane)}
    >
      {pane === 'standing' && <Standing />}
      {pane === 'accounts' && <Accounts />}
      {pane === 'projects' && <Projects />}
    </Tabs>
  )
}
