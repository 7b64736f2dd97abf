import { useCallback, useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { api } from '../../data/server/server.ts'
import { formatDate } from '../../i18n/formats.ts'
import type { MessageKey, Translate } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/useT.ts'
import type { ShareRight } from '../../model/access.ts'
import type { ProjectAuditEntry } from '../../model/audit.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { HistoryIcon } from '../../ui/icons.ts'
import { LongList } from '../../ui/lists/LongList.tsx'
import { Unanswered } from './Unanswered.tsx'
import { useOnceBack } from './useOnceBack.ts'

/** Of an entry in px, on one line. */
const entryHeight = 58
/** How many entries before the end of those that are there the next page is asked for. */
const ahead = 20

/** Who has read, taken out or shared the project, as the audit log of its server has it: for the owner. */
export function AuditPane() {
  const t = useT()
  const { entries, problem, load, readTo } = useAudit()
  return (
    <div className="history-pane">
      <div className="history-form">
        <p className="history-note">{t('history.auditText')}</p>
      </div>
      {problem && <Unanswered problem={problem} reload={load} />}
      {!entries && !problem && <Skeleton lines={3} height="3rem" />}
      {entries?.length === 0 && <EmptyState icon={HistoryIcon} title={t('history.noAudit')} />}
      {entries && entries.length > 0 && (
        <div className="history-list">
          <LongList
            label={t('history.audit')}
            count={entries.length}
            keyOf={(index) => entries[index]?.id ?? index}
            row={(index) => {
              const entry = entries[index]
              return entry && <Entry entry={entry} />
            }}
            rowHeight={entryHeight}
            onSight={(_, last) => readTo(last)}
          />
        </div>
      )}
    </div>
  )
}

function Entry({ entry }: { entry: ProjectAuditEntry }) {
  const t = useT()
  return (
    <div className="history-entry">
      <div>
        <span>{wordsOf(t, entry)}</span>
        <span className="history-note">{formatDate(entry.at)}</span>
      </div>
    </div>
  )
}

/** The log by pages, the newest first; `readTo` hears how far it is read, and fetches what comes next; `load` asks for it again. */
function useAudit() {
  const { uuid } = useProject()
  const [entries, setEntries] = useState<readonly ProjectAuditEntry[] | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const known = useRef<readonly ProjectAuditEntry[]>([])
  const isMore = useRef(true)
  const isLoading = useRef(false)
  const load = useCallback(async () => {
    if (isLoading.current) return
    isLoading.current = true
    const last = known.current.at(-1)
    const query = last ? { before: String(last.id) } : {}
    const page = await api('GET /v1/thicket/projects/{uuid}/audit', { path: { uuid }, query })
    isLoading.current = false
    setProblem(isProblem(page) ? page.problem : null)
    if (isProblem(page)) return
    known.current = [...known.current, ...page.ok.entries]
    isMore.current = page.ok.more
    setEntries(known.current)
  }, [uuid])
  useEffect(() => {
    void load()
  }, [load])
  useOnceBack(problem, load)
  const readTo = (index: number) => {
    if (isMore.current && index >= known.current.length - ahead) void load()
  }
  return { entries, problem, load, readTo }
}

function wordsOf(t: Translate, { event, person, operator, other, detail }: ProjectAuditEntry): string {
  const somebody = t('history.somebody')
  const givesRight = event === 'share' || event === 'invited' || event === 'invitationTaken'
  return t(`history.done.${event}`, {
    person: operator ? t('history.operator') : (person ?? somebody),
    other: other ?? somebody,
    form: formOf(t, detail ?? ''),
    right: givesRight ? t(`privilege.${detail as ShareRight}`) : '',
  })
}

/** Forms of files by the words of what makes them: the export menu's, and those of what else writes. */
const formWords: Readonly<Record<string, MessageKey>> = {
  docx: 'export.as.docx',
  docxEach: 'export.as.docxEach',
  sourcesCsv: 'export.as.sourcesCsv',
  codebookCsv: 'export.as.codebookCsv',
  memosCsv: 'export.as.memosCsv',
  qdpx: 'export.as.qdpx',
  qdc: 'export.as.qdc',
  json: 'export.as.json',
  qrk: 'export.as.qrk',
  report: 'report.title',
  reportDocx: 'report.word',
  pictures: 'pictures.which',
  matrixPng: 'matrix.title',
  drawnPng: 'wordCloud.title',
  drawnSvg: 'wordCloud.title',
  text: 'list.title',
  statement: 'console.title',
}

/** `form` as the log has it. What is called the same everywhere (XLSX, CSV), and what programs have told of, stands as it is. */
const formOf = (t: Translate, form: string): string => {
  const words = Object.hasOwn(formWords, form) ? formWords[form] : undefined
  return words ? t(words) : form.toUpperCase()
}
