import { useT } from '../i18n/useT.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Spinner } from '../ui/feedback/Spinner.tsx'
import { StatusPill } from '../ui/feedback/StatusPill.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { ImportIcon, SourcesIcon } from '../ui/icons.ts'
import { sources } from './sampleData.ts'

const nothing = () => undefined

export function StateSamples() {
  const t = useT()
  const name = sources[2].title
  return (
    <>
      <div className="gallery-row">
        <StatusPill state="saved" />
        <StatusPill state="saving" />
        <StatusPill state="connecting" />
        <StatusPill state="offline" count={3} />
        <StatusPill state="readOnly" />
        <StatusPill state="memory" />
        <StatusPill state="atRisk" count={3} />
        <StatusPill state="setAside" count={1} onOpen={nothing} />
      </div>
      <ProgressBar label={t('source.importing', { name })} share={0.42} onCancel={nothing} />
      <ProgressBar label={t('project.opening', { name })} share={null} />
      <Skeleton lines={3} />
      <div className="gallery-row">
        <Spinner label={t('ui.loading')} />
      </div>
      <div className="gallery-frame">
        <EmptyState
          icon={SourcesIcon}
          title={t('source.empty')}
          actions={
            <Button kind="primary" icon={ImportIcon}>
              {t('source.import')}
            </Button>
          }
        >
          {t('source.emptyText')}
        </EmptyState>
      </div>
      <div className="gallery-frame">
        <ErrorState title={t('projects.loadFailed')} onRetry={nothing}>
          {t('problem.cannotConnect')}
        </ErrorState>
      </div>
    </>
  )
}
