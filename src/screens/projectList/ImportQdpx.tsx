import { Suspense, useEffect, useRef, useState } from 'react'
import { keepSounds, laidAside, soundIn } from '../../data/files/carriedRows.ts'
import { type ImportedProject, openReader } from '../../data/files/importer.ts'
import { protectRows } from '../../data/files/protector.ts'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { api } from '../../data/server/server.ts'
import { can } from '../../data/server/serverFacts.ts'
import { uploadProject } from '../../data/server/uploadProject.ts'
import { isThere } from '../../features/files/isThere.ts'
import { fileName, folderOf, hasFolder, inFolder, withSuffix } from '../../features/files/paths.ts'
import { countTexts } from '../../features/import/countTexts.ts'
import { noteText } from '../../features/import/noteText.ts'
import { formatList } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { sayLackingSound } from '../../ui/feedback/sayLackingSound.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CopyIcon, ErrorIcon, FolderOpenIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { go } from '../hash.ts'
import { freeName, freePath } from './freeName.ts'
import { type NewPassword, newPasswordProblem } from './newPassword.ts'
import { ProtectNew } from './ProtectNew.tsx'
import { ReplaceDialog } from './ReplaceDialog.tsx'

const RecoveryCode = lazyPart(async () => (await import('./RecoveryCode.tsx')).RecoveryCode)
const FileChooser = lazyPart(async () => (await import('../../features/files/FileChooser.tsx')).FileChooser)

/** Whether projects are files of this machine: then it is asked for the output file, else for a name. */
const onFiles = can('localFiles')

const titleOf = (name: string): string => name.replace(/\.qdpx$/i, '')
/** Where no file is yet: beside this one, where its place is known; where it is not, the server knows a folder. '' where it cannot be asked. */
async function freeOutput(file: File, path: string | undefined): Promise<string> {
  const state = path === undefined ? await api('GET /web/api/local/state') : null
  if (state && isProblem(state)) return ''
  const wanted = withSuffix(titleOf(path ?? inFolder(state?.ok.home ?? '', file.name)))
  return freePath(wanted, isThere)
}
const hasPlace = (name: string): boolean => fileName(name) !== name

interface ImportQdpxProps {
  file: File
  /** Where it lies on this machine, where that is known: the project is then offered a place beside it. */
  path: string | undefined
  /** Names that the person's projects have. */
  taken: readonly string[]
  onClose: () => void
}

/** Another program's project as a new one of ours: it is read, told about, named, and opened. */
export function ImportQdpx({ file, path, taken, onClose }: ImportQdpxProps) {
  const t = useT()
  const { read, share } = useReading(file)
  const [name, setName] = useState(() => (onFiles ? '' : freeName(titleOf(file.name), taken)))
  /** What is chosen in place of the name, or replaced by it. */
  const [asks, setAsks] = useState<'place' | 'replace' | null>(null)
  /** The file that the person has already agreed to replace. */
  const [agreed, setAgreed] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [password, setPassword] = useState<NewPassword | null>(null)
  const [ofPassword, setOfPassword] = useState<Problem | null>(null)
  /** It is there, and its recovery code is to be kept before it is opened. */
  const [made, setMade] = useState<{ uuid: string; recovery: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const project = read && !isProblem(read) ? read.ok : null
  useEffect(() => {
    if (project) field.current?.select()
  }, [project])

  useEffect(() => {
    if (onFiles) void freeOutput(file, path).then((output) => setName((before) => before || output))
  }, [file, path])

  const output = name.trim()
  const make = async (overwrite: boolean) => {
    if (!project || busy) return
    const refused =
      output === ''
        ? t(onFiles ? 'importQdpx.outputMissing' : 'importQdpx.nameMissing')
        : hasFolder(output)
          ? t('create.nameSlash')
          : null
    setBusy(true)
    const wrongPassword = password && (await newPasswordProblem(password))
    setWrong(refused)
    setOfPassword(wrongPassword)
    if (refused || wrongPassword) setBusy(false)
    if (refused) return field.current?.focus()
    if (wrongPassword) return
    const plain = { rows: project.rows, sounds: laidAside(project.sounds) }
    const sealed = password && (await protectRows(plain.rows, password.password, soundIn(plain)))
    if (sealed && isProblem(sealed)) {
      setBusy(false)
      return setWrong(problemText(sealed.problem))
    }
    const carried = sealed?.ok ?? plain
    const sent = await leastDuration(uploadProject(onFiles ? withSuffix(output) : output, carried.rows, overwrite))
    const kept = isProblem(sent) ? null : await keepSounds(sent.ok.project_uuid, carried)
    setBusy(false)
    setAsks(null)
    if (!isProblem(sent)) {
      const { project_uuid: uuid } = sent.ok
      if (kept && isProblem(kept)) sayLackingSound(t, projectTitle(output), kept.problem)
      return sealed ? setMade({ uuid, recovery: sealed.ok.recovery }) : open(uuid)
    }
    if (sent.problem.kind === 'fileExists') return setAsks('replace')
    setWrong(problemText(sent.problem))
    field.current?.focus()
  }
  const open = (uuid: string) => go(`/projects/${uuid}`)
  const rename = (next: string) => {
    setName(next)
    setWrong(null)
  }
  return (
    <Modal
      open
      onClose={onClose}
      locked={busy}
      title={t('importQdpx.title')}
      description={file.name}
      onSubmit={() => void make(agreed === output)}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t(read && isProblem(read) ? 'ui.close' : 'ui.cancel')}
          </Button>
          {!(read && isProblem(read)) && (
            <Button type="submit" kind="primary" busy={busy} disabled={!project}>
              {t('importQdpx.submit')}
            </Button>
          )}
        </>
      }
    >
      {!read && <ProgressBar label={t('importQdpx.reading', { name: file.name })} share={share} />}
      {read && isProblem(read) && (
        <p className="ui-field-error" role="alert">
          <ErrorIcon aria-hidden />
          {problemText(read.problem)}
        </p>
      )}
      {project && (
        <>
          <div className={onFiles ? 'place-field' : undefined}>
            <TextField
              ref={field}
              label={t(onFiles ? 'importQdpx.output' : 'importQdpx.name')}
              value={name}
              onChange={rename}
              maxLength={onFiles ? 4096 : 200}
              spellCheck={!onFiles}
              error={wrong ?? undefined}
            />
            {onFiles && (
              <Button icon={FolderOpenIcon} disabled={busy} onClick={() => setAsks('place')}>
                {t('files.choose')}
              </Button>
            )}
          </div>
          <ProtectNew
            typed={password}
            onChange={(typed) => {
              setPassword(typed)
              setOfPassword(null)
            }}
            problem={ofPassword}
          />
          {busy && <ProgressBar label={t('importQdpx.saving')} share={null} />}
          <Holds project={project} />
        </>
      )}
      {asks === 'place' && (
        <Suspense>
          <FileChooser
            mode="save"
            title={t('importQdpx.output')}
            start={hasPlace(output) ? folderOf(output) : undefined}
            name={withSuffix(fileName(output) || titleOf(file.name))}
            onClose={() => setAsks(null)}
            onChoose={(chosen, replace) => {
              const wanted = withSuffix(chosen)
              rename(wanted)
              if (replace) setAgreed(wanted)
              setAsks(null)
              return null
            }}
          />
        </Suspense>
      )}
      {made && (
        <Suspense>
          <RecoveryCode code={made.recovery} name={projectTitle(output)} onDone={() => open(made.uuid)} />
        </Suspense>
      )}
      {asks === 'replace' && (
        <ReplaceDialog path={output} busy={busy} onClose={() => setAsks(null)} onReplace={() => void make(true)} />
      )}
    </Modal>
  )
}

/** What is in the file, and what is not quite as it stands there. */
function Holds({ project: { counts, notes } }: { project: ImportedProject }) {
  const t = useT()
  const holds = countTexts(t, counts)
  const lines = [...new Set(notes.map((note) => noteText(t, note)))]
  const said = holds.length > 0 ? formatList(holds) : t('import.project.empty')
  const copy = () => void copyText(t, [said, '', ...lines].join('\n'))
  return (
    <>
      <section className="import-qdpx-part" aria-labelledby="import-qdpx-holds">
        <h3 id="import-qdpx-holds">{t('importQdpx.holds')}</h3>
        <p>{said}</p>
      </section>
      <section className="import-qdpx-part" aria-labelledby="import-qdpx-notes">
        <h3 id="import-qdpx-notes">{t('importQdpx.notes')}</h3>
        {lines.length === 0 ? (
          <p>{t('importQdpx.noNotes')}</p>
        ) : (
          <>
            <ul>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Button kind="quiet" icon={CopyIcon} onClick={copy}>
              {t('import.copy')}
            </Button>
          </>
        )}
      </section>
    </>
  )
}

/** Reads the file once; the work ends with the dialog. */
function useReading(file: File): { read: Result<ImportedProject> | null; share: number } {
  const [read, setRead] = useState<Result<ImportedProject> | null>(null)
  const [share, setShare] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    const reader = openReader(controller.signal)
    void reader
      .readProject(file, setShare)
      .then(
        (done) => {
          if (done && !controller.signal.aborted) setRead(done)
        },
        (error: Error) => setRead({ problem: { kind: 'conversionFailed', name: file.name, detail: error.message } }),
      )
      .finally(() => reader.end())
    return () => {
      controller.abort()
      reader.end()
    }
  }, [file])
  return { read, share }
}
