import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { api } from '../../data/server/server.ts'
import { can } from '../../data/server/serverFacts.ts'
import { hasFolder, inFolder, safePath, withSuffix } from '../../features/files/paths.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { NewProject } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { ErrorIcon, FolderOpenIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { go } from '../hash.ts'
import { Logo } from '../Logo.tsx'
import { useTitle } from '../useTitle.ts'
import { CreateQuestions } from './CreateQuestions.tsx'
import { type NewPassword, newPasswordProblem, ofPasswords } from './newPassword.ts'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { SampleButton } from './SampleButton.tsx'

const FileChooser = lazyPart(async () => (await import('../../features/files/FileChooser.tsx')).FileChooser)

const ProtectNew = lazyPart(async () => (await import('./ProtectNew.tsx')).ProtectNew)
const RecoveryCode = lazyPart(async () => (await import('./RecoveryCode.tsx')).RecoveryCode)

/** Whether projects are files of this machine. */
const onFiles = can('localFiles')
/** What is wrong with a name. */
const ofNames: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>(['missingProjectName', 'projectNameTaken'])

/** A new project: a name; where projects are files of this machine, also a folder. */
export function CreateScreen() {
  const t = useT()
  const [name, setName] = useState('')
  const [folder, setFolder] = useState('')
  const [questions, setQuestions] = useState<readonly string[] | null>(null)
  const [browsing, setBrowsing] = useState(false)
  const [exists, setExists] = useState(false)
  const [busy, setBusy] = useState(false)
  const [slash, setSlash] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [password, setPassword] = useState<NewPassword | null>(null)
  /** It is there, and its recovery code is to be kept before it is opened. */
  const [made, setMade] = useState<{ uuid: string; recovery: string } | null>(null)
  useTitle(t('create.title'))

  useEffect(() => {
    if (!onFiles) return
    void api('GET /web/api/local/state').then((state) => {
      if (!isProblem(state)) setFolder((before) => before || state.ok.home)
    })
  }, [])

  const file = onFiles ? safePath(name.trim()) : name.trim()
  const path = onFiles && file ? withSuffix(inFolder(folder.trim(), file)) : file
  const create = async (overwrite: boolean) => {
    if (!path) return setProblem({ kind: 'missingProjectName' })
    setSlash(onFiles && hasFolder(name.trim()))
    if (onFiles && hasFolder(name.trim())) return setProblem(null)
    setBusy(true)
    const wrong = password && (await newPasswordProblem(password))
    setProblem(wrong)
    if (wrong) return setBusy(false)
    const protection = password && (await import('./newProtection.ts')).newProtection(password.password)
    const body: NewProject = {
      name: path,
      overwrite,
      ...(questions && { questions: [...questions] }),
      ...(protection && { protection: protection.hash }),
    }
    const answer = await leastDuration(api('POST /web/api/v2/projects', { body }))
    setBusy(false)
    if (!isProblem(answer)) {
      const uuid = answer.ok.project_uuid
      return protection ? setMade({ uuid, recovery: protection.recovery }) : open(uuid)
    }
    setExists(answer.problem.kind === 'fileExists')
    if (answer.problem.kind !== 'fileExists') setProblem(answer.problem)
  }
  const open = (uuid: string) => go(`/projects/${uuid}`, { replace: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void create(false)
  }
  const ofPassword = problem !== null && ofPasswords.has(problem.kind)
  const ofStructure = problem?.kind === 'baseStructureFailed'
  const ofName = problem !== null && (ofNames.has(problem.kind) || !(onFiles || ofStructure || ofPassword))
  return (
    <main className="create">
      <form className="create-card" noValidate onSubmit={submit}>
        <Logo size={40} />
        <h1>{t('create.title')}</h1>
        <TextField
          label={t('create.name')}
          value={name}
          onChange={(next) => {
            setName(next)
            setSlash(false)
            setProblem(null)
          }}
          autoFocus
          maxLength={200}
          error={slash ? t('create.nameSlash') : problem && ofName ? problemText(problem) : undefined}
        />
        {onFiles && (
          <>
            <div className="place-field">
              <TextField
                label={t('create.folder')}
                value={folder}
                onChange={setFolder}
                spellCheck={false}
                error={problem && !ofName && !ofStructure && !ofPassword ? problemText(problem) : undefined}
              />
              <Button icon={FolderOpenIcon} onClick={() => setBrowsing(true)}>
                {t('create.chooseFolder')}
              </Button>
            </div>
            <p className="create-path">{path && !hasFolder(name.trim()) && t('create.nameHint', { file: path })}</p>
          </>
        )}
        <CreateQuestions
          questions={questions}
          onChange={(next) => {
            setQuestions(next)
            if (ofStructure) setProblem(null)
          }}
        />
        <Suspense>
          <ProtectNew
            typed={password}
            onChange={(typed) => {
              setPassword(typed)
              if (ofPassword) setProblem(null)
            }}
            problem={problem}
          />
        </Suspense>
        <div aria-live="polite">
          {problem && ofStructure && (
            <p className="ui-field-error">
              <ErrorIcon aria-hidden />
              {problemText(problem)}
            </p>
          )}
        </div>
        <div className="create-actions">
          <a className="ui-button" data-size="large" href="#/projects">
            {t('ui.cancel')}
          </a>
          <Button type="submit" kind="primary" size="large" busy={busy}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
      <SampleButton />
      {browsing && (
        <Suspense>
          <FileChooser
            mode="folder"
            title={t('create.chooseFolder')}
            start={folder || undefined}
            onClose={() => setBrowsing(false)}
            onChoose={(chosen) => {
              setFolder(chosen)
              setBrowsing(false)
              return null
            }}
          />
        </Suspense>
      )}
      {made && (
        <Suspense>
          <RecoveryCode code={made.recovery} name={name.trim()} onDone={() => open(made.uuid)} />
        </Suspense>
      )}
      {exists && (
        <ReplaceDialog path={path} busy={busy} onClose={() => setExists(false)} onReplace={() => void create(true)} />
      )}
    </main>
  )
}
