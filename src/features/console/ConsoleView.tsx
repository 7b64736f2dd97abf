import { type KeyboardEvent, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { keyOfCopy } from '../../data/copies/copyKey.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useOpenable } from '../../data/live/useOpenable.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
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
import { SqlEditor, type SqlEditorHandle } from './SqlEditor.tsx'
import { StatementResult } from './StatementResult.tsx'
import { type Ran, useStatement } from './useStatement.ts'

/** Statements of SQL over the project, which can only read. */
export function ConsoleView() {
  const t = useT()
  const project = useProject()
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const copy = keyOfCopy(project)
  useOpenable(copy)
  const [sql, setSql] = useState(() => keptDraft(copy))
  const [browsing, setBrowsing] = useState(false)
  const editor = useRef<SqlEditorHandle>(null)
  const { working, last, run, save, stop, row } = useStatement()
  const write = (next: string) => {
    setSql(next)
    keepDraft(copy, next)
  }
  const canRun = sql.trim() !== '' && working === null
  const runIt = () => {
    if (canRun) void run(sql)
  }
  const press = (event: KeyboardEvent) => {
    // The editor has done what the key is for there.
    if (event.defaultPrevented) return
    if (isShortcut(event.nativeEvent, 'Mod+Enter')) {
      event.preventDefault()
      runIt()
    } else if (event.key === 'Escape' && working !== null) {
      event.preventDefault()
      stop()
    }
  }
  return (
    <section className="console" aria-label={t('console.title')} onKeyDown={press}>
      <div className="console-main">
        <div className="console-editor">
          <SqlEditor ref={editor} first={sql} onChange={write} onRun={runIt} />
          <div className="console-bar">
            {working === null ? (
              <Button
                kind="primary"
                icon={RunIcon}
                disabled={!canRun}
                data-tooltip={t('console.run')}
                data-shortcut="Mod+Enter"
                onClick={runIt}
              >
                {t('console.run')}
              </Button>
            ) : (
              <Button kind="primary" icon={StopIcon} data-shortcut="Escape" onClick={stop}>
                {t('console.stop')}
              </Button>
            )}
            <SavedStatements sql={sql} canWrite={canWrite} onOpen={(saved) => editor.current?.replace(saved)} />
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
      {browsing && <SchemaBrowser onName={(name) => editor.current?.writeName(name)} />}
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
