import { useEffect, useRef, useState } from 'react'
import type { Upload } from '../../data/server/uploadFile.ts'
import { type MadeProject, sendProject } from '../../data/server/uploadProject.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { Combobox } from '../../ui/fields/Combobox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ErrorIcon, FolderOpenIcon } from '../../ui/icons.ts'
import { AddedProjects } from './AddedProjects.tsx'
import { MergePreviewView } from './MergePreviewView.tsx'
import { type Mergeable, useMerging } from './useMerging.ts'

interface MergeDialogProps {
  /** The project that the others are added to. */
  base: Mergeable
  /** Those that may be added; with the base, which is refused in words. */
  projects: readonly Mergeable[]
  /** Whose rows are in another program's project that bear no name. */
  author: string
  /** A name for the result that is free. */
  proposed: string
  /** The name as it is sent, or what is wrong with it. */
  named: (typed: string) => { name: string } | { wrong: string }
  onMerged: (uuid: string, name: string) => void
  onClose: () => void
}

/** What is wrong with a name. */
const ofNames: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  'missingProjectName',
  'projectNameTaken',
  'fileExists',
])

/** 2 §4: other projects are added to the open one, and all of it becomes a new project. */
export function MergeDialog({ base, projects, author, proposed, named, onMerged, onClose }: MergeDialogProps) {
  const t = useT()
  const merging = useMerging(author)
  const { added, preview, isComparing } = merging
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [refused, setRefused] = useState<Problem | null>(null)
  const { send, share, problem, forget, stop } = useSending(merging.rows, onMerged)
  const field = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const filesButton = useRef<HTMLButtonElement>(null)

  const busy = share !== undefined
  const isReading = added.some(({ read }) => !read)
  const shown = preview && !isProblem(preview) ? preview.ok : null
  const there = new Set(added.map(({ uuid }) => uuid))
  const name = typed ?? proposed
  const choose = (uuid: string) => {
    const project = projects.find((one) => one.uuid === uuid)
    setRefused(uuid === base.uuid ? { kind: 'alreadyMaster' } : null)
    if (project && uuid !== base.uuid) merging.addProject(project)
  }
  const submit = () => {
    if (busy || !shown || isComparing || isReading) return
    const wanted = named(name)
    setWrong('wrong' in wanted ? wanted.wrong : null)
    if ('wrong' in wanted) field.current?.focus()
    else void send(wanted.name)
  }
  const close = () => {
    stop()
    onClose()
  }
  const isOfName = problem !== null && ofNames.has(problem.kind)
  const ofAll = merging.baseProblem ?? (preview && isProblem(preview) ? preview.problem : null)
  return (
    <Modal
      open
      size="large"
      locked={busy}
      holding={added.length > 0}
      title={t('projects.merge.title')}
      description={t('projects.merge.text', { title: base.title })}
      onClose={close}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={!shown || isComparing || isReading}>
            {t('projects.merge.submit')}
          </Button>
        </>
      }
    >
      <div className="merge-adding">
        <Combobox
          label={t('projects.merge.choose')}
          placeholder={t('projects.merge.chooseOne')}
          choices={projects
            .filter(({ uuid }) => !there.has(uuid))
            .map(({ uuid, title }) => ({ id: uuid, label: title }))}
          value={null}
          onChange={(choice) => choice && choose(choice.id)}
        />
        <Button ref={filesButton} icon={FolderOpenIcon} disabled={busy} onClick={() => files.current?.click()}>
          {t('projects.merge.files')}
        </Button>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept=".qrk,.json,.qdpx"
          onChange={(event) => {
            setRefused(null)
            merging.addFiles([...(event.target.files ?? [])])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
        <Said problem={refused} />
      </div>
      <AddedProjects
        added={added}
        disabled={busy}
        onRemove={(key) => {
          merging.remove(key)
          filesButton.current?.focus()
        }}
      />
      <Said problem={ofAll} />
      {isReading && merging.baseShare < 1 && (
        <ProgressBar label={t('importQdpx.reading', { name: base.title })} share={merging.baseShare} />
      )}
      {isComparing && !shown && <ProgressBar label={t('projects.merge.comparing')} share={null} />}
      {shown && (
        <>
          <MergePreviewView
            preview={shown}
            added={added}
            isStale={isComparing}
            disabled={busy}
            onKeepBoth={merging.keepBoth}
          />
          <TextField
            ref={field}
            label={t('projects.merge.name')}
            value={name}
            readOnly={busy}
            maxLength={200}
            onChange={(next) => {
              setTyped(next)
              setWrong(null)
              forget()
            }}
            error={wrong ?? (isOfName ? problemText(problem) : undefined)}
          />
        </>
      )}
      <Said problem={isOfName ? null : problem} />
      {busy && <ProgressBar label={t('importQdpx.saving')} share={share} />}
    </Modal>
  )
}

function Said({ problem }: { problem: Problem | null }) {
  return (
    <div className="merge-said" aria-live="polite">
      {problem && (
        <p className="ui-field-error">
          <ErrorIcon aria-hidden />
          {problemText(problem)}
        </p>
      )}
    </div>
  )
}

interface Sending {
  send: (name: string) => Promise<void>
  /** How far the result is sent, 0 to 1; null: nobody knows; undefined: nothing is sent. */
  share: number | null | undefined
  problem: Problem | null
  /** The problem is said no more. */
  forget: () => void
  stop: () => void
}

function useSending(
  rows: () => Promise<{ ok: Blob } | { problem: Problem } | null>,
  onMerged: MergeDialogProps['onMerged'],
): Sending {
  const [share, setShare] = useState<number | null | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const running = useRef<Upload<MadeProject> | null>(null)
  const isOver = useRef(false)
  const stop = () => {
    isOver.current = true
    running.current?.cancel()
  }
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
      running.current?.cancel()
    }
  }, [])
  const send = async (name: string) => {
    setProblem(null)
    setShare(null)
    const made = await rows()
    if (made === null || isOver.current) return
    if (isProblem(made)) {
      setShare(undefined)
      return setProblem(made.problem)
    }
    running.current = sendProject(name, made.ok, (done) => setShare(done < 1 ? done : null))
    const answer = await running.current.answer
    if (isOver.current) return
    setShare(undefined)
    if (isProblem(answer)) setProblem(answer.problem)
    else onMerged(answer.ok.project_uuid, name)
  }
  return { send, share, problem, forget: () => setProblem(null), stop }
}
