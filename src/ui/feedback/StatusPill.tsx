import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { CheckIcon, type Icon, LockIcon, MemoryIcon, OfflineIcon, WarningIcon } from '../icons.ts'
import { Spinner } from './Spinner.tsx'

export type Status = 'saved' | 'saving' | 'offline' | 'connecting' | 'readOnly' | 'memory' | 'atRisk'

export interface StatusPillProps {
  state: Status
  /** How many changes wait to be sent; said when offline and `atRisk`: they wait where they may be cleared away. */
  waiting?: number
}

const MARKS: Partial<Record<Status, Icon>> = {
  saved: CheckIcon,
  offline: OfflineIcon,
  readOnly: LockIcon,
  memory: MemoryIcon,
  atRisk: WarningIcon,
}

/** The saving state, always in sight; screen readers hear each state but the passing "saving". */
export function StatusPill({ state, waiting = 0 }: StatusPillProps) {
  const t = useT()
  const Mark = MARKS[state]
  const key: MessageKey = `status.${state}`
  return (
    <span className="ui-pill" data-state={state} role="status" aria-live={state === 'saving' ? 'off' : 'polite'}>
      {Mark ? <Mark aria-hidden /> : <Spinner />}
      {t(key, { n: waiting })}
    </span>
  )
}
