import { useSnapshot } from 'valtio'
import { useProject } from '../../../data/live/useLive.ts'
import { useT } from '../../../i18n/useT.ts'
import { LockIcon } from '../../../ui/icons.ts'

/** Beside the name of a project that is protected; nothing beside that of another. */
export function ProtectedSign() {
  const t = useT()
  const { isProtected } = useSnapshot(useProject().state)
  if (!isProtected) return null
  const label = t('protection.isProtected')
  return (
    <span className="protected-sign" role="img" aria-label={label} data-tooltip={label}>
      <LockIcon aria-hidden />
    </span>
  )
}
