import { useEffect, useRef, useState } from 'react'
import { type ImportedProject, openReader } from '../../data/files/importer.ts'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { uploadProject } from '../../data/server/uploadProject.ts'
import { hasFolder } from '../../features/files/paths.ts'
import { countTexts } from '../../features/import/countTexts.ts'
import { noteText } from '../../features/import/noteText.ts'
import { formatList } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CopyIcon, ErrorIcon } from '../../ui/icons.ts'
import { go } from '../hash.ts'

interface ImportQdpxProps {
  file: File
  /** Where it lies on this machine, where that is known: the project is then offered a place beside it. */
  path: string | undefined
  onClose: () => void
}

/** Another program's project as a new one of ours: it is read, told about, named, and opened. */
export function ImportQdpx({ file, path, onClose }: ImportQdpxProps) {
  const t = useT()
  const { read, share } = useReading(file)
  const [name, setName] = useState(() => (path ?? file.name).replace(/\.qdpx$/i, ''))
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const project = read && !isProblem(read) ? read.ok : null
  useEffect(() => {
    if (project) field.current?.select()
  }, [project])

  const make = async () => {
    if (!project || busy) return
    const wanted = name.trim()
    const refused =
      wanted === ''
        ? t(path === undefined ? 'importQdpx.nameMissing' : 'importQdpx.outputMissing')
        : hasFolder(wanted)
          ? t('create.nameSlash')
          : null
    setWrong(refused)
    if (refused) return field.current?.focus()
    setBusy(true)
    const made = await leastDuration(uploadProject(wanted, project.rows))
    setBusy(false)
    if (!isProblem(made)) return go(`/projects/${made.ok.project_uuid}`)
    setWrong(reason(made.problem))
    field.current?.focus()
  }
  const reason = (problem: Problem) =>
    problem.kind === 'fileExists' ? t('importQdpx.nameTaken') : problemText(problem)
  return (
    <Modal
      open
      onClose={onClose}
      locked={busy}
      title={t('importQdpx.title')}
      description={file.name}
      onSubmit={() => void make()}
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
          <TextField
            ref={field}
            label={t(path === undefined ? 'importQdpx.name' : 'importQdpx.output')}
            value={name}
            onChange={(next) => {
              setName(next)
              setWrong(null)
            }}
            maxLength={200}
            error={wrong ?? undefined}
          />
          {busy && <ProgressBar label={t('importQdpx.saving')} share={null} />}
          <Holds project={project} />
        </>
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
  const copy = () =>
    navigator.clipboard.writeText([said, '', ...lines].join('\n')).then(
      () => toast.show({ message: t('text.copied'), timeout: 1500 }),
      () => toast.show({ kind: 'error', message: t('text.notCopied') }),
    )
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
            <Button kind="quiet" icon={CopyIcon} onClick={() => void copy()}>
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
