import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { giveUp } from '../data/copies/heldProjects.ts'
import { useProject } from '../data/live/useLive.ts'
import { can } from '../data/server/serverFacts.ts'
import { useT } from '../i18n/useT.ts'
import { projectTitle } from '../model/rules/projects/projectTitle.ts'
import { FloatingProgress } from '../ui/feedback/FloatingProgress.tsx'
import { ProblemWords } from '../ui/feedback/ProblemWords.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { MemoryIcon, QuitIcon, WarningIcon } from '../ui/icons.ts'
import { lazyPart } from '../ui/lazyPart.ts'
import { useArrival } from '../ui/useArrival.ts'
import { go } from './hash.ts'
import { Strip } from './Strip.tsx'
import { useAtRisk } from './workspace/saving/useAtRisk.ts'

const SetAsideStrip = lazyPart(async () => (await import('./workspace/saving/SetAsideStrip.tsx')).SetAsideStrip)
const FileStrips = lazyPart(async () => (await import('./workspace/FileStrips.tsx')).FileStrips)

/** What concerns all work in the project, above the canvas: that it is being loaded, that its changes are not safe. */
export function Banner() {
  const t = useT()
  const project = useProject()
  const { name, connection, progress, kept, waiting, setAside, sendable, problem } = useSnapshot(project.state)
  const atRisk = useAtRisk()
  // The buttons of its strip go with what they did.
  useArrival(`${setAside > 0} ${sendable > 0}`)
  const stop = () => {
    go('/projects')
    giveUp(project)
  }
  return (
    <>
      {progress !== null && progress < 1 && (
        <FloatingProgress label={t('project.opening', { name: projectTitle(name) })} share={progress} onCancel={stop} />
      )}
      {problem && (
        <Strip icon={WarningIcon} action={<Button onClick={() => void project.reconnect()}>{t('ui.retry')}</Button>}>
          <ProblemWords problem={problem} />
        </Strip>
      )}
      {connection === 'ended' && (
        <Strip icon={QuitIcon} title={t('quit.ended')}>
          {t('quit.endedWork')}
        </Strip>
      )}
      {atRisk ? (
        <Strip icon={WarningIcon} title={t('status.atRisk', { n: waiting })}>
          {t(kept === 'evictable' ? 'status.atRiskOnDevice' : 'status.atRiskInMemory')}
        </Strip>
      ) : (
        kept === 'memory' && (
          <Strip icon={MemoryIcon} title={t('status.memory')}>
            {t('status.memoryText')}
          </Strip>
        )
      )}
      <Suspense>{setAside > 0 && <SetAsideStrip />}</Suspense>
      <Suspense>{can('localFiles') && <FileStrips />}</Suspense>
    </>
  )
}
