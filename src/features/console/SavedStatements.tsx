import { useMemo, useState } from 'react'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { statements as limits } from '../../model/limits.ts'
import { isProblem } from '../../model/problems.ts'
import { readStatements, type SavedStatement } from '../../model/rules/analysis/savedStatements.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ChevronDownIcon, DeleteIcon, SaveIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { examples } from './schemaTables.ts'

export interface SavedStatementsProps {
  sql: string
  canWrite: boolean
  onOpen: (sql: string) => void
}

/** The statements that the project keeps: opened, saved, deleted; and some examples. */
export function SavedStatements({ sql, canWrite, onOpen }: SavedStatementsProps) {
  const t = useT()
  const project = useProject()
  const preferences = useRows('preferences', {})
  const saved = useMemo(() => (preferences ? readStatements(preferences.values()) : []), [preferences])
  const [openedId, setOpened] = useState<number | null>(null)
  const [saving, setSaving] = useState(false)
  const opened = saved.find(({ id }) => id === openedId) ?? null
  const entry = (statement: SavedStatement): MenuEntry => ({
    label: statement.title,
    onSelect: () => {
      setOpened(statement.id)
      onOpen(statement.sql)
    },
  })
  const entries: MenuEntry[] = [
    ...(saved.length > 0 ? [{ heading: t('console.saved'), items: saved.map(entry) }] : []),
    {
      heading: t('console.examples'),
      items: examples.map((example) => ({
        label: t(example.title),
        onSelect: () => {
          setOpened(null)
          onOpen(example.sql)
        },
      })),
    },
  ]
  const save = async (title: string): Promise<string | null> => {
    const isSame = opened?.title === title.trim()
    const done = await project.run('saveStatement', { title, sql, ...(isSame && opened && { statementId: opened.id }) })
    if (isProblem(done)) return problemText(done.problem)
    setOpened(done.ok)
    return null
  }
  const remove = async ({ id, title }: SavedStatement) => {
    const done = await runTakeable(project, 'removeStatement', { statementId: id })
    if (isProblem(done)) return showProblem(done.problem)
    const undo = async () => {
      const undone = await done.ok()
      if (isProblem(undone)) showProblem(undone.problem)
    }
    const action = { label: t('ui.undo'), onClick: () => void undo() }
    toast.show({ kind: 'success', message: t('console.deleted', { title }), action, id: 'step' })
  }
  return (
    <>
      <Dropdown
        items={entries}
        trigger={
          <Button>
            <span className="console-saved">{opened?.title ?? t('console.statements')}</span>
            <ChevronDownIcon aria-hidden />
          </Button>
        }
      />
      {canWrite && (
        <>
          <IconButton
            icon={SaveIcon}
            label={t('console.save')}
            disabled={sql.trim() === ''}
            onClick={() => setSaving(true)}
          />
          {opened && (
            <IconButton
              icon={DeleteIcon}
              label={t('console.delete', { title: opened.title })}
              onClick={() => void remove(opened)}
            />
          )}
        </>
      )}
      <SaveStatement
        key={`${saving} ${openedId}`}
        open={saving}
        start={opened?.title ?? ''}
        onClose={() => setSaving(false)}
        onSave={save}
      />
    </>
  )
}

interface SaveStatementProps {
  open: boolean
  start: string
  onClose: () => void
  /** What is wrong, null where it is saved. */
  onSave: (title: string) => Promise<string | null>
}

function SaveStatement({ open, start, onClose, onSave }: SaveStatementProps) {
  const t = useT()
  const [title, setTitle] = useState(start)
  const [wrong, setWrong] = useState<string>()
  const submit = async () => {
    const found = await onSave(title)
    if (found === null) onClose()
    else setWrong(found)
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('console.save')}
      size="small"
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button kind="primary" type="submit">
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('console.name')}
        value={title}
        maxLength={limits.longestTitle}
        error={wrong}
        note={start !== '' && title.trim() === start ? t('console.overwrites') : undefined}
        onChange={(next) => {
          setTitle(next)
          setWrong(undefined)
        }}
      />
    </Modal>
  )
}
