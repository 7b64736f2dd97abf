import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { go } from '../hash.ts'
import { useProjectActions } from '../projectList/useProjectActions.tsx'

/** What can be done about a project whose file is not where it was: find it, or take it off the list. */
export function MissingFile({ uuid, path }: { uuid: string; path: string }) {
  const t = useT()
  const project = { project_uuid: uuid, name: path }
  const actions = useProjectActions(() => go('/projects'))
  return (
    <>
      <Button onClick={() => actions.forget(project)}>{t('projects.forget')}</Button>
      <Button kind="primary" onClick={() => actions.lookFor(project)}>
        {t('projects.lookFor')}
      </Button>
      {actions.dialogs}
    </>
  )
}
