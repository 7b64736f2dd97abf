import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ErrorIcon, FolderOpenIcon, HomeIcon, UpIcon } from '../../ui/icons.ts'
import { FolderList } from './FolderList.tsx'
import { inFolder } from './paths.ts'
import { useFolder } from './useFolder.ts'

export interface FileBrowserProps {
  /** What is looked for: a project to open, a folder, or a folder and a name to save under. */
  mode: 'open' | 'folder' | 'save'
  open: boolean
  onClose: () => void
  /** With the path of the project, the folder, or the new file. What comes back is said in the dialog, which then stays. */
  onChoose: (path: string) => Promise<Problem | null> | Problem | null
  /** The folder shown at first; else the person's own. */
  start?: string | undefined
  /** Proposed for a file to be saved. */
  name?: string
}

/** The files of the machine on which the server runs: its folders and projects, by pointer, path or keyboard alone. */
export function FileBrowser(props: FileBrowserProps) {
  // Closed, it holds nothing: opened again, it begins anew.
  return props.open ? <Browser {...props} /> : null
}

function Browser({ mode, onClose, onChoose, start, name: proposed = '' }: FileBrowserProps) {
  const t = useT()
  const { folder, loading, problem, go } = useFolder(start)
  const [path, setPath] = useState(start ?? '')
  const [name, setName] = useState(proposed)
  const [chosen, setChosen] = useState<string | null>(null)
  const [refused, setRefused] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  const up = useRef<HTMLButtonElement>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const here = folder?.path
  useEffect(() => {
    if (here !== undefined) setPath(here)
    setChosen(null)
    setRefused(null)
  }, [here])
  // An empty folder has no row to go on from.
  useEffect(() => {
    if (folder?.entries.length === 0 && mode !== 'save') up.current?.focus()
  }, [folder, mode])
  const goUp = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || event.target instanceof HTMLInputElement || !folder?.parent) return
    event.preventDefault()
    go(folder.parent)
  }

  const choose = async (what: string) => {
    setBusy(true)
    setRefused(await onChoose(what))
    setBusy(false)
  }
  const isFile = /\.qrk$/i.test(path.trim())
  const moved = path.trim() !== '' && path.trim() !== here
  const target =
    mode === 'open'
      ? chosen
      : mode === 'folder'
        ? (here ?? null)
        : here && name.trim()
          ? inFolder(here, name.trim())
          : null
  const submit = () => {
    if (moved && mode === 'open' && isFile) void choose(path.trim())
    else if (moved) go(path.trim())
    else if (target) void choose(target)
  }
  const titles = { open: t('files.title'), folder: t('create.chooseFolder'), save: t('files.saveTitle') }
  const verbs = { open: t('files.open'), folder: t('files.chooseThis'), save: t('ui.save') }
  return (
    <Modal
      open
      onClose={onClose}
      title={titles[mode]}
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
            onClick={() => folder?.parent && go(folder.parent)}
          />
          <IconButton icon={HomeIcon} label={t('files.home')} onClick={() => go()} />
          <TextField label={t('files.path')} labelHidden value={path} onChange={setPath} spellCheck={false} />
        </div>
        <div className="files-frame" aria-busy={loading}>
          {problem ? (
            <ErrorState onRetry={() => go(here)}>{problemText(problem)}</ErrorState>
          ) : !folder ? (
            <div className="files-waiting">
              <Skeleton lines={5} height="1.25em" />
            </div>
          ) : folder.entries.length === 0 ? (
            <EmptyState icon={FolderOpenIcon} title={t('files.empty')} />
          ) : (
            <FolderList
              key={folder.path}
              folder={folder}
              chosen={chosen}
              takesFocus={mode !== 'save'}
              onEnter={go}
              onChoose={(project) => (mode === 'save' ? setName(project.name) : setChosen(project.path))}
              onOpen={(project) => {
                if (mode === 'open') void choose(project.path)
                else if (mode === 'save') setName(project.name)
              }}
            />
          )}
        </div>
        {mode === 'save' && (
          <TextField label={t('files.fileName')} value={name} onChange={setName} spellCheck={false} ref={nameField} />
        )}
      </div>
    </Modal>
  )
}
