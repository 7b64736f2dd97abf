import { useEffect, useRef, useState } from 'react'
import { can } from '../../data/server/serverFacts.ts'
import { type Upload, uploadFile } from '../../data/server/uploadFile.ts'
import { type MadeProject, sendProject } from '../../data/server/uploadProject.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { go } from '../hash.ts'
import { freeName } from './freeName.ts'

interface UploadDialogProps {
  file: File
  /** Names that the person's projects have. */
  taken: readonly string[]
  onClose: () => void
}

/** Where projects are files of this machine, only a `.json` is sent: others are opened where they lie. */
const onFiles = can('localFiles')

/** A `.qrk` or project `.json` as a new project of the server: named, sent, opened. */
export function UploadDialog({ file, taken, onClose }: UploadDialogProps) {
  const t = useT()
  const [name, setName] = useState(() => freeName(file.name.replace(/\.(qrk|json)$/i, ''), taken))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<Upload<MadeProject> | null>(null)
  useEffect(() => () => running.current?.cancel(), [])

  const send = async () => {
    if (running.current) return
    if (!name.trim()) return setProblem({ kind: 'missingProjectName' })
    setProblem(null)
    setShare(0)
    const upload = uploaded(file, name.trim(), setShare)
    running.current = upload
    const answer = await upload.answer
    if (running.current !== upload) return
    running.current = null
    setShare(null)
    if (isProblem(answer)) setProblem(ofFile(answer.problem, file.name))
    else go(`/projects/${answer.ok.project_uuid}`)
  }
  const cancel = () => {
    const upload = running.current
    running.current = null
    upload?.cancel()
    onClose()
  }
  const busy = share !== null
  return (
    <Modal
      open
      locked={busy}
      title={t(onFiles ? 'projects.create' : 'projects.upload')}
      description={file.name}
      onClose={cancel}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={cancel}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t(onFiles ? 'importQdpx.submit' : 'projects.uploadSubmit')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('create.name')}
        value={name}
        readOnly={busy}
        onChange={(next) => {
          setName(next)
          setProblem(null)
        }}
        maxLength={200}
        error={problem && isOfName(problem) ? problemText(problem) : undefined}
      />
      {!onFiles && <p className="ui-field-note">{t('projects.uploadLeaves')}</p>}
      <div aria-live="polite">
        {problem && !isOfName(problem) && (
          <p className="ui-field-error">
            <ErrorIcon aria-hidden />
            {problemText(problem)}
          </p>
        )}
      </div>
      {busy && (
        <ProgressBar
          label={t(share < 1 ? 'projects.uploading' : 'projects.uploadReading')}
          share={share < 1 ? share : null}
        />
      )}
    </Modal>
  )
}

/** A file of another shape is no project, however it is called. */
const ofFile = (problem: Problem, name: string): Problem =>
  problem.kind === 'badRequest' ? { kind: 'notAProject', name } : problem

const isOfName = ({ kind }: Problem): boolean =>
  kind === 'missingProjectName' || kind === 'projectNameTaken' || kind === 'fileExists'

/** The file's bytes go as they are: no page ever reads them. */
function uploaded(file: File, name: string, progress: (share: number) => void): Upload<MadeProject> {
  if (/\.json$/i.test(file.name)) return sendProject(name, file, progress)
  const body = () => {
    const form = new FormData()
    form.append('name', name)
    form.append('qrkFile', file)
    return form
  }
  return uploadFile('POST /web/api/v2/projects/file', body, null, progress)
}
