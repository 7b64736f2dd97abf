import { useSnapshot } from 'valtio'
import { useProject } from '../data/useLive.ts'
import { projectTitle } from '../features/files/paths.ts'
import { useT } from '../i18n/useT.ts'
import { MemoryIcon } from '../ui/icons.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'

/** What concerns all work in the project, above the canvas: that it is being loaded, that it lives in memory alone. */
export function Banner() {
  const t = useT()
  const { name, progress, stored } = useSnapshot(useProject().state)
  return (
    <>
      {progress !== null && progress < 1 && (
        <div className="import-progress">
          <ProgressBar label={t('project.opening', { name: projectTitle(name) })} share={progress} />
        </div>
      )}
      {stored === 'memory' && (
        <div className="banner" role="status">
          <MemoryIcon aria-hidden />
          <p>
            <strong>{t('status.memory')}.</strong> {t('status.memoryText')}
          </p>
        </div>
      )}
    </>
  )
}
