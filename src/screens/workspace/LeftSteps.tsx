import { useSnapshot } from 'valtio'
import { saveFile } from '../../data/files/saveFile.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { Button } from '../../ui/fields/Button.tsx'

/** Steps that fitted the project no more: kept until their author has them or gives them up. */
export function LeftSteps() {
  const t = useT()
  const project = useProject()
  const { left } = useSnapshot(project.state)
  if (left === 0) return null
  const download = async () => {
    saveFile(new Blob([await project.leftAsFile()], { type: 'application/json' }), 'steps.json')
  }
  return (
    <section aria-label={t('settings.left', { count: left })}>
      <p>{t('settings.left', { count: left })}</p>
      <Button onClick={() => void download()}>{t('settings.leftDownload')}</Button>
      <Button kind="quiet" onClick={() => void project.discardLeft()}>
        {t('settings.leftDiscard')}
      </Button>
    </section>
  )
}
