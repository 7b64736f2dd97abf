import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { go } from '../hash.ts'
import { useProjectActions } from '../projectList/useProjectActions.tsx'

interface MissingFileProps {
  uuid: string
  path: string
  /** The server knows where it is. */
  onFound: () => void
}

/** What can be done about a project whose file is not where it was: find it, bring back its last backup, or take it off the list. */
export function MissingFile({ uuid, path, onFound }: MissingFileProps) {
  const t = useT()
  const project = { project_uuid: uuid, name: path }
  // Its own address leads nowhere from here: this page stands at it.
  const show = (route: string) => (route === `/projects/${uuid}` ? onFound() : go(route))
  const actions = useProjectActions(() => go('/projects'), show)
  const [lastBackup, setLastBackup] = useState<number>()
  useEffect(() => {
    void api('GET /web/api/v2/projects').then((list) => {
      if (!isProblem(list)) setLastBackup(list.ok.projects.find((one) => one.project_uuid === uuid)?.lastBackup)
    })
  }, [uuid])
  return (
    <>
      <Button onClick={() => actions.forget(project)}>{t('projects.forget')}</Button>
      {lastBackup !== undefined && (
        <Button onClick={() => actions.bringBack(project, lastBackup)}>{t('projects.bringBack')}</Button>
      )}
      <Button kind="primary" onClick={() => actions.lookFor(project)}>
        {t('projects.lookFor')}
      </Button>
      {actions.dialogs}
    </>
  )
}
