import { useRef, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { longestTitle } from '../../model/limits.ts'
import type { Query } from '../../model/rules/analysis/savedQueries.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ChevronDownIcon, DeleteIcon, EditIcon, PlusIcon, SaveIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

export interface SavedQueriesProps {
  /** Shown before the title; null: there is one query only. */
  letter: 'A' | 'B' | null
  saved: readonly Query[]
  /** What the query on show came from; null: nothing that is kept. */
  opened: Query | null
  /** It says otherwise than what it came from. */
  isChanged: boolean
  canWrite: boolean
  onOpen: (query: Query) => void
  onNew: () => void
  /** In place of what it came from. */
  onOverwrite: () => void
  /** Resolves to what is wrong with the title; null: done. */
  onSaveAs: (title: string) => Promise<string | null>
  onRename: (title: string) => Promise<string | null>
  onDelete: () => void
}

/** What the query is called, and the queries that the project keeps. */
export function SavedQueries(props: SavedQueriesProps) {
  const { letter, saved, opened, isChanged, canWrite, onOpen, onNew, onOverwrite, onSaveAs, onRename, onDelete } = props
  const t = useT()
  const [asked, ask] = useState<'save' | 'rename' | null>(null)
  const title = opened?.title ?? t('query.new')
  const items: MenuEntry[] = [
    { label: t('query.new'), icon: PlusIcon, onSelect: onNew },
    ...(saved.length > 0
      ? [
          'line' as const,
          {
            heading: t('query.saved'),
            items: saved.map(
              (query): MenuEntry => ({
                label: query.title,
                checked: query.id === opened?.id,
                onChange: () => onOpen(query),
              }),
            ),
          },
        ]
      : []),
    ...(canWrite
      ? [
          'line' as const,
          ...(opened && isChanged ? [{ label: t('query.save'), icon: SaveIcon, onSelect: onOverwrite }] : []),
          { label: t('query.saveAs'), icon: SaveIcon, onSelect: () => ask('save') },
          ...(opened
            ? [
                { label: t('query.rename'), icon: EditIcon, onSelect: () => ask('rename') },
                { label: t('query.delete'), icon: DeleteIcon, danger: true, onSelect: onDelete },
              ]
            : []),
        ]
      : []),
  ]
  return (
    <>
      <Dropdown
        items={items}
        trigger={
          <Button kind="quiet">
            <span className="visually-hidden">{t('ui.labelled', { label: t('query.view'), value: '' })}</span>
            {letter && <span className="query-letter">{letter}</span>}
            <span className="query-name">{title}</span>
            {opened && isChanged && <span className="query-changed">{t('query.changed')}</span>}
            <ChevronDownIcon aria-hidden />
          </Button>
        }
      />
      {canWrite && opened && isChanged && (
        <Button kind="quiet" icon={SaveIcon} onClick={onOverwrite}>
          {t('query.save')}
        </Button>
      )}
      {canWrite && !opened && isChanged && (
        <Button kind="quiet" icon={SaveIcon} onClick={() => ask('save')}>
          {t('query.saveAs')}
        </Button>
      )}
      <TitleDialog
        key={asked}
        title={t(asked === 'rename' ? 'query.rename' : 'query.saveAs')}
        open={asked !== null}
        first={asked === 'rename' ? (opened?.title ?? '') : ''}
        onClose={() => ask(null)}
        onTitle={asked === 'rename' ? onRename : onSaveAs}
      />
    </>
  )
}

interface TitleDialogProps {
  open: boolean
  title: string
  first: string
  onClose: () => void
  onTitle: (title: string) => Promise<string | null>
}

function TitleDialog({ open, title, first, onClose, onTitle }: TitleDialogProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(first)
  const [error, setError] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (busy) return
    setBusy(true)
    const wrong = await onTitle(name)
    setBusy(false)
    if (wrong === null) onClose()
    else {
      setError(wrong)
      field.current?.focus()
    }
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      size="small"
      initialFocus={field}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={t('query.title')}
        value={name}
        maxLength={longestTitle}
        error={error}
        onChange={(next) => {
          setName(next)
          setError(undefined)
        }}
      />
    </Modal>
  )
}
