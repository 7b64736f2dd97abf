import { type ReactNode, useRef, useState } from 'react'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { ChoiceCards } from '../../ui/fields/ChoiceCards.tsx'
import { Combobox } from '../../ui/fields/Combobox.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ErrorIcon, FolderOpenIcon } from '../../ui/icons.ts'
import { AddedProjects } from './AddedProjects.tsx'
import { MergePreviewView } from './MergePreviewView.tsx'
import { type Mergeable, useMerging } from './useMerging.ts'
import { type Merged, type Sealing, useSending } from './useSending.ts'

interface MergeDialogProps extends Merged {
  /** The project that the others are added to. */
  base: Mergeable
  /** Those that may be added; with the base, which is refused in words. */
  projects: readonly Mergeable[]
  /** Whose rows are in another program's project that bear no name. */
  author: string
  /** A name for the result that is free. */
  proposed: string
  /** In which folder the result is saved, where projects are files. */
  folder: string | undefined
  /** The name as it is sent, or what is wrong with it. */
  named: (typed: string) => { name: string } | { wrong: string }
  /** Into the open project others may be merged too. */
  canWrite: boolean
  /** The base is protected. */
  isProtected: boolean
  /** Of a new project; `isFromProtected`: one that it is made of is protected. */
  protection: (isFromProtected: boolean) => MergeProtection
  /** 2 §4, mode 4: asks for the password of a project that is to be added. */
  askPassword: (asked: AskedPassword) => ReactNode
  onClose: () => void
}

/** Whether the new project is protected by a password. */
export interface MergeProtection {
  fields: ReactNode
  /** The rows as they are sent; null: the password cannot be used, which the fields say. */
  sealing: () => Promise<Sealing | null>
}

export interface AskedPassword {
  key: number
  name: string
  unlock: (secret: string) => Promise<Result<unknown>>
  /** It is added no more. */
  onCancel: () => void
}

/** What is wrong with a name. */
const ofNames: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  'missingProjectName',
  'projectNameTaken',
  'fileExists',
])

/** 2 §4: other projects are added to the open one, and all of it becomes a new project, or what they have besides a part of the open one. */
export function MergeDialog(props: MergeDialogProps) {
  const { base, projects, author, proposed, named, canWrite, isProtected, onClose } = props
  const t = useT()
  const merging = useMerging(author)
  const { added, preview, isComparing } = merging
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [refused, setRefused] = useState<Problem | null>(null)
  const { send, sendInto, share, problem, forget, stop } = useSending(merging, props)
  const [result, setResult] = useState<'new' | 'into'>('new')
  const field = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const filesButton = useRef<HTMLButtonElement>(null)

  const busy = share !== undefined
  const isReading = added.some(({ read }) => !read)
  const isFromProtected = isProtected || added.some((one) => one.isProtected)
  const protection = props.protection(isFromProtected)
  const locked = added.find(({ read }) => read && isProblem(read) && read.problem.kind === 'protectedProject')
  const shown = preview && !isProblem(preview) ? preview.ok : null
  const there = new Set(added.map(({ uuid }) => uuid))
  const name = typed ?? proposed
  const fits: Problem | null = result === 'into' && shown?.fitsInto === false ? { kind: 'mergeIntoTooLarge' } : null
  const hasWork = result === 'new' || shown?.addsNothing === false
  const isReady = !busy && shown !== null && hasWork && !isComparing && !isReading && fits === null
  const choose = (uuid: string) => {
    const project = projects.find((one) => one.uuid === uuid)
    setRefused(uuid === base.uuid ? { kind: 'alreadyMaster' } : null)
    if (project && uuid !== base.uuid) merging.addProject(project)
  }
  const submit = () => {
    if (!isReady) return
    if (result === 'into') {
      void sendInto()
      return
    }
    const wanted = named(name)
    setWrong('wrong' in wanted ? wanted.wrong : null)
    if ('wrong' in wanted) {
      field.current?.focus()
      // What is wrong with the password is said too.
      void protection.sealing()
    } else void send(wanted.name, protection.sealing)
  }
  const close = () => {
    stop()
    onClose()
  }
  const remove = (key: number) => {
    merging.remove(key)
    filesButton.current?.focus()
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
          <Button type="submit" kind="primary" busy={busy} disabled={!isReady && !busy}>
            {t(result === 'into' ? 'projects.merge.submitInto' : 'projects.merge.submit')}
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
      <AddedProjects added={added} disabled={busy} onRemove={remove} />
      <Said problem={ofAll} />
      {isReading && merging.baseShare < 1 && (
        <ProgressBar label={t('importQdpx.reading', { name: base.title })} share={merging.baseShare} />
      )}
      {isComparing && <ProgressBar label={t('projects.merge.comparing')} share={null} />}
      {shown && (
        <>
          <MergePreviewView
            title={base.title}
            preview={shown}
            added={added}
            isStale={isComparing}
            disabled={busy}
            onKeepBoth={merging.keepBoth}
          />
          {canWrite && (
            <fieldset className="merge-result">
              <legend>{t('projects.merge.result')}</legend>
              <ChoiceCards
                choices={[
                  { value: 'new', label: t('projects.merge.asNew'), note: t('projects.merge.asNewNote') },
                  { value: 'into', label: t('projects.merge.into'), note: t('projects.merge.intoNote') },
                ]}
                value={result}
                disabled={busy}
                onChange={(next) => {
                  setResult(next)
                  setWrong(null)
                  forget()
                }}
              />
            </fieldset>
          )}
          {result === 'into' && isFromProtected && !isProtected && (
            <p className="merge-soft">{t('projects.merge.plain')}</p>
          )}
          {result === 'new' && (
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
              note={props.folder && t('projects.merge.folder', { folder: props.folder })}
              error={wrong ?? (isOfName ? problemText(problem) : undefined)}
            />
          )}
          {result === 'new' && protection.fields}
        </>
      )}
      <Said problem={fits ?? (isOfName ? null : problem)} />
      {busy && (
        <ProgressBar label={t(result === 'into' ? 'projects.merge.merging' : 'importQdpx.saving')} share={share} />
      )}
      {locked &&
        props.askPassword({
          key: locked.key,
          name: locked.name,
          unlock: (secret) => merging.unlock(locked.key, secret),
          onCancel: () => remove(locked.key),
        })}
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
