import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { projectTitle } from '../../../model/rules/projects/projectTitle.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { saveUnsent } from '../../account/unsentPage.ts'

/** Steps that fitted the project no more: kept until their author has them or gives them up. */
export function LeftSteps() {
  const t = useT()
  const project = useProject()
  const { left, name } = useSnapshot(project.state)
  if (left === 0) return null
  const download = async () => {
    saveUnsent(t, projectTitle(name), await project.leftAsFile())
  }
  return (
    <section aria-label={t('settings.left', { count: left })}>
      <p>
        {t('settings.left', { count: left })} {t('unsent.whatFor')}
      </p>
      <Button onClick={() => void download()}>{t('settings.leftDownload')}</Button>
      <Button kind="quiet" onClick={() => void project.discardLeft()}>
        {t('settings.leftDiscard')}
      </Button>
    </section>
  )
}
