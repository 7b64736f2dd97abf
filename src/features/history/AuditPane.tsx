import { useCallback, useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { api } from '../../data/server/server.ts'
import { formatDate } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { ShareRight } from '../../model/access.ts'
import type { ProjectAuditEntry } from '../../model/audit.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { HistoryIcon } from '../../ui/icons.ts'
import { Unanswered } from './Unanswered.tsx'
import { useOnceBack } from './useOnceBack.ts'

/** Who has read, taken out or shared the project, as the audit log of its server has it: for the owner. */
export function AuditPane() {
  const t = useT()
  const { entries, isMore, problem, load } = useAudit()
  return (
    <div className="history-pane history-scroll">
      <div className="history-form">
        <p className="history-note">{t('history.auditText')}</p>
      </div>
      {problem && <Unanswered problem={problem} reload={load} />}
      {!entries && !problem && <Skeleton lines={3} height="3rem" />}
      {entries?.length === 0 && <EmptyState icon={HistoryIcon} title={t('history.noAudit')} />}
      <ul className="history-entries" aria-label={t('history.audit')}>
        {entries?.map((entry) => (
          <li key={entry.id} className="history-entry">
            <div>
              <span>{wordsOf(t, entry)}</span>
              <span className="history-note">{formatDate(entry.at)}</span>
            </div>
          </li>
        ))}
      </ul>
      {isMore && (
        <div className="history-form">
          <Button onClick={() => void load()}>{t('history.auditMore')}</Button>
        </div>
      )}
    </div>
  )
}

/** The log by pages, the newest first; `load` asks for the next one. */
function useAudit() {
  const { uuid } = useProject()
  const [entries, setEntries] = useState<readonly ProjectAuditEntry[] | null>(null)
  const [isMore, setMore] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const known = useRef<readonly ProjectAuditEntry[]>([])
  const load = useCallback(async () => {
    const last = known.current.at(-1)
    const query = last ? { before: String(last.id) } : {}
    const page = await api('GET /v1/thicket/projects/{uuid}/audit', { path: { uuid }, query })
    setProblem(isProblem(page) ? page.problem : null)
    if (isProblem(page)) return
    // Two that were under way at once have brought the same.
    const older = page.ok.entries.filter(({ id }) => id < (known.current.at(-1)?.id ?? Number.POSITIVE_INFINITY))
    known.current = [...known.current, ...older]
    setEntries(known.current)
    setMore(page.ok.more)
  }, [uuid])
  useEffect(() => {
    void load()
  }, [load])
  useOnceBack(problem, load)
  return { entries, isMore, problem, load }
}

function wordsOf(t: Translate, { event, person, operator, other, detail }: ProjectAuditEntry): string {
  const somebody = t('history.somebody')
  const givesRight = event === 'share' || event === 'invited' || event === 'invitationTaken'
  return t(`history.done.${event}`, {
    person: operator ? t('history.operator') : (person ?? somebody),
    other: other ?? somebody,
    form: detail ?? '',
    right: givesRight ? t(`privilege.${detail as ShareRight}`) : '',
  })
}
