import { useSnapshot } from 'valtio'
import { waitingSteps } from '../../data/copies/waitingSteps.ts'
import { useT } from '../../i18n/useT.ts'
import { OfflineIcon, WarningIcon } from '../../ui/icons.ts'

/** What the person has done in this project that is in this browser alone. */
export function WaitingSteps({ uuid }: { uuid: string }) {
  const t = useT()
  const waits = useSnapshot(waitingSteps).of[uuid]
  if (!waits) return null
  return (
    <span className="projects-waiting">
      {waits.waiting > 0 && (
        <span>
          <OfflineIcon aria-hidden /> {t('projects.waiting', { n: waits.waiting })}
        </span>
      )}
      {waits.setAside > 0 && (
        <span>
          <WarningIcon aria-hidden /> {t('status.setAside', { n: waits.setAside })}
        </span>
      )}
    </span>
  )
}
