import { useEffect, useState } from 'react'
import { useProject } from '../../../data/live/useLive.ts'
import { api } from '../../../data/server/server.ts'
import { useOwed } from '../../../features/account/useOwed.ts'
import { useT } from '../../../i18n/useT.ts'
import { isProblem } from '../../../model/problems.ts'
import { StatusPill } from '../../../ui/feedback/StatusPill.tsx'
import { LockIcon } from '../../../ui/icons.ts'
import { go } from '../../hash.ts'

/** Where accounts are paid for: whoever may only read their own project is told that it is for that, and gets to where it is paid. */
export function ReadOnlyPill() {
  const t = useT()
  const owed = useOwed()
  const isOwn = useIsOwn(useProject().uuid, owed !== null)
  if (!owed || !isOwn) return <StatusPill state="readOnly" />
  return (
    <span className="ui-pill" data-state="unpaid" role="status" data-tooltip={t(`buy.owed.${owed}`)}>
      <LockIcon aria-hidden />
      <button type="button" onClick={() => go('/account')}>
        {t('buy.readOnly')}
      </button>
    </span>
  )
}

/** Whether the project is among the person's own; false until that is known. `isWanted`: it matters. */
function useIsOwn(uuid: string, isWanted: boolean): boolean {
  const [isOwn, setIsOwn] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    void api('GET /web/api/v2/projects').then((answer) => {
      if (!isProblem(answer)) setIsOwn(answer.ok.projects.some(({ project_uuid }) => project_uuid === uuid))
    })
  }, [uuid, isWanted])
  return isOwn
}
