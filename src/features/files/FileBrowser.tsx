import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { DialogMode, FolderEntry } from '../../model/contract/shapes.ts'
import type { Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ErrorIcon, FolderOpenIcon, UpIcon } from '../../ui/icons.ts'
import type { FileChooserProps } from './FileChooser.tsx'
import { FolderList } from './FolderList.tsx'
import { Places } from './Places.tsx'
import { inFolder, safePath } from './paths.ts'
import { useFolder } from './useFolder.ts'

/** What each way of looking shows besides folders. */
const shown: Readonly<Record<DialogMode, readonly FolderEntry['kind'][]>> = {
  open: ['folder', 'project', 'qdpx'],
  save: ['folder', 'project'],
  folder: ['folder'],
}

/** The files of the machine on which the server runs: its folders and projects, by pointer, path or keyboard alone. */
export function FileBrowser({ mode, title, onClose, onChoose, start, name: proposed = '' }: FileChooserProps) {
  const t = useT()
  const { folder, loading, problem, go } = useFolder(start)
  const entries = useMemo(() => folder?.entries.filter(({ kind }) => shown[mode].includes(kind)), [folder, mode])
  const [path, setPath] = useState(start ?? '')
  const [name, setName] = useState(proposed)
  const [chosen, setChosen] = useState<string | null>(null)
  const [refused, setRefused] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  const up = useRef<HTMLButtonElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  /** A path is being written: a folder that comes late neither takes its place nor the focus. */
  const writing = useRef(false)
  const goTo = (to?: string) => {
    writing.current = false
    setChosen(null)
    setRefused(null)
    go(to)
  }
  const write = (to: string) => {
    writing.current = true
    setPath(to)
  }
  // Until the first folder has been read: where it will be, so that who is faster than the disk saves there.
  const here = folder?.path ?? start
  useEffect(() => {
    if (here !== undefined && !writing.current) setPath(here)
  }, [here])
  // An empty folder has no row to go on from.
  useEffect(() => {
    if (entries?.length === 0 && mode !== 'save' && !writing.current) up.current?.focus()
  }, [entries, mode])
  const goUp = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || event.target instanceof HTMLInputElement || !folder?.parent) return
    event.preventDefault()
    goTo(folder.parent)
  }

  const choose = async (what: string) => {
    setBusy(true)
    setRefused(await onChoose(what, false))
    setBusy(false)
  }
  const isFile = /\.(qrk|qdpx)$/i.test(path.trim())
  const moved = path.trim() !== '' && path.trim() !== here
  const target =
    mode === 'open'
      ? chosen
      : mode === 'folder'
        ? (here ?? null)
        : here && safePath(name.trim())
          ? inFolder(here, safePath(name.trim()))
          : null
  const submit = () => {
    if (moved && mode === 'open' && isFile) void choose(path.trim())
    else if (moved) goTo(path.trim())
    else if (target) void choose(target)
  }
  const verbs = { open: t('files.open'), folder: t('files.chooseThis'), save: t('ui.save') }
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="large"
      locked={busy}
      {...(mode === 'save' && { initialFocus: nameField })}
      onSubmit={submit}
      footer={
        <>
          {refused && (
            <p className="files-refused" role="alert">
              <ErrorIcon aria-hidden />
              {problemText(refused)}
            </p>
          )}
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={!moved && !target}>
            {verbs[mode]}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is the button's "Up one folder" */}
      <div className="files" onKeyDown={goUp}>
        <div className="files-path">
          <IconButton
            ref={up}
            icon={UpIcon}
            label={t('files.up')}
            shortcut="Backspace"
            unavailable={!folder?.parent}
            onClick={() => folder?.parent && goTo(folder.parent)}
          />
          <TextField label={t('files.path')} labelHidden value={path} onChange={write} spellCheck={false} />
        </div>
        <div className="files-around">
          <Places here={here} onGo={goTo} />
          <div className="files-frame" aria-busy={loading}>
            {problem ? (
              <ErrorState
                title={problemText(problem)}
                actions={<Button onClick={() => goTo(folder?.path)}>{t('ui.back')}</Button>}
              />
            ) : !folder || !entries ? (
              <div className="files-waiting">
                <Skeleton lines={5} height="1.25em" />
              </div>
            ) : entries.length === 0 ? (
              <EmptyState icon={FolderOpenIcon} title={t('files.empty')} />
            ) : (
              <FolderList
                key={folder.path}
                entries={entries}
                chosen={chosen}
                takesFocus={mode !== 'save' && !writing.current}
                onEnter={goTo}
                onChoose={(file) => (mode === 'save' ? setName(file.name) : setChosen(file.path))}
                onOpen={(file) => (mode === 'save' ? setName(file.name) : void choose(file.path))}
              />
            )}
          </div>
        </div>
        {folder && folder.more > 0 && <p className="files-more">{t('files.more', { n: folder.more })}</p>}
        {mode === 'save' && (
          <TextField
            label={t('files.fileName')}
            value={name}
            onChange={setName}
            onFocus={({ currentTarget }) =>
              currentTarget.setSelectionRange(0, currentTarget.value.replace(/\.qrk$/i, '').length)
            }
            spellCheck={false}
            ref={nameField}
          />
        )}
      </div>
    </Modal>
  )
}
