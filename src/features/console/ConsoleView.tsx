import { type KeyboardEvent, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { keyOfCopy } from '../../data/copies/copyKey.ts'
import { useProject } from '../../data/live/useLive.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { statements as limits } from '../../model/limits.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { useDelayed } from '../../ui/feedback/useDelayed.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { ConsoleIcon, DownloadIcon, PropertiesIcon, RunIcon, StopIcon } from '../../ui/icons.ts'
import { isShortcut } from '../../ui/shortcutText.ts'
import { keepDraft, keptDraft } from './draft.ts'
import { SavedStatements } from './SavedStatements.tsx'
import { SchemaBrowser } from './SchemaBrowser.tsx'
import { StatementResult } from './StatementResult.tsx'
import { type Ran, useStatement } from './useStatement.ts'

/** Statements of SQL over the project, which can only read. */
export function ConsoleView() {
  const t = useT()
  const project = useProject()
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const [sql, setSql] = useState(() => keptDraft(keyOfCopy(project)))
  const [browsing, setBrowsing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { working, last, run, save, stop, row } = useStatement()
  const write = (next: string) => {
    setSql(next)
    keepDraft(keyOfCopy(project), next)
  }
  const writeName = (name: string) => {
    const at = field.current
    const [from, to] = at ? [at.selectionStart, at.selectionEnd] : [sql.length, sql.length]
    write(`${sql.slice(0, from)}${name}${sql.slice(to)}`)
    requestAnimationFrame(() => {
      at?.focus()
      at?.setSelectionRange(from + name.length, from + name.length)
    })
  }
  const canRun = sql.trim() !== '' && working === null
  const press = (event: KeyboardEvent) => {
    if (isShortcut(event.nativeEvent, 'Mod+Enter')) {
      event.preventDefault()
      if (canRun) void run(sql)
    } else if (event.key === 'Escape' && working !== null) {
      event.preventDefault()
      stop()
    }
  }
  return (
    <section className="console" aria-label={t('console.title')} onKeyDown={press}>
      <div className="console-main">
        <div className="console-editor">
          <textarea
            ref={field}
            className="ui-input console-sql"
            aria-label={t('console.statement')}
            placeholder={t('console.placeholder')}
            value={sql}
            rows={6}
            maxLength={limits.longest}
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            onChange={(event) => write(event.target.value)}
          />
          <div className="console-bar">
            {working === null ? (
              <Button
                kind="primary"
                icon={RunIcon}
                disabled={!canRun}
                data-tooltip={t('console.run')}
                data-shortcut="Mod+Enter"
                onClick={() => void run(sql)}
              >
                {t('console.run')}
              </Button>
            ) : (
              <Button kind="primary" icon={StopIcon} data-shortcut="Escape" onClick={stop}>
                {t('console.stop')}
              </Button>
            )}
            <SavedStatements sql={sql} canWrite={canWrite} onOpen={write} />
            <IconButton
              icon={DownloadIcon}
              label={t('console.file')}
              disabled={!canRun}
              onClick={() => void save(sql, `${t('console.fileName')}.csv`)}
            />
            <Button kind="quiet" icon={PropertiesIcon} aria-pressed={browsing} onClick={() => setBrowsing(!browsing)}>
              {t('console.schema')}
            </Button>
          </div>
        </div>
        <p className="console-said" role="status">
          {working === null && last && <Said ran={last} />}
        </p>
        {working !== null && <Working />}
        {last === null && working === null ? (
          <EmptyState icon={ConsoleIcon} title={t('console.empty')}>
            {t('console.emptyText')}
          </EmptyState>
        ) : (
          last && <StatementResult ran={last} row={row} />
        )}
      </div>
      {browsing && <SchemaBrowser onName={writeName} />}
    </section>
  )
}

/** After a moment: most statements are through before. */
function Working() {
  const t = useT()
  return useDelayed(200) ? <ProgressBar label={t('console.working')} share={null} /> : null
}

function Said({ ran: { answer } }: { ran: Ran }) {
  const t = useT()
  if (!answer) return null
  const ms = formatNumber(Math.round(answer.ms))
  if (answer.more) return t('console.first', { n: answer.rows, count: formatNumber(answer.rows), ms })
  return t('console.rows', { n: answer.rows, count: formatNumber(answer.rows), ms })
}
