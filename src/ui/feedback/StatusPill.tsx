import type { MessageKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import { CheckIcon, type Icon, LockIcon, MemoryIcon, OfflineIcon, WarningIcon } from '../icons.ts'
import { Spinner } from './Spinner.tsx'

export type Status = 'saved' | 'saving' | 'offline' | 'connecting' | 'readOnly' | 'memory' | 'atRisk' | 'setAside'

export interface StatusPillProps {
  state: Status
  /** How many changes it is about: `offline` and `atRisk` (they wait where they may be cleared away) those that wait, `setAside` those that are. */
  count?: number
  /** Leads to what can be done about it. */
  onOpen?: (() => void) | undefined
}

const MARKS: Partial<Record<Status, Icon>> = {
  saved: CheckIcon,
  offline: OfflineIcon,
  readOnly: LockIcon,
  memory: MemoryIcon,
  atRisk: WarningIcon,
  setAside: WarningIcon,
}

/** The saving state, always in sight; screen readers hear each state but the passing "saving". */
export function StatusPill({ state, count = 0, onOpen }: StatusPillProps) {
  const t = useT()
  const Mark = MARKS[state]
  const key: MessageKey = `status.${state}`
  const said = t(key, { n: count })
  return (
    <span className="ui-pill" data-state={state} role="status" aria-live={state === 'saving' ? 'off' : 'polite'}>
      {Mark ? <Mark aria-hidden /> : <Spinner />}
      {onOpen ? (
        <button type="button" onClick={onOpen}>
          {said}
        </button>
      ) : (
        said
      )}
    </span>
  )
}
