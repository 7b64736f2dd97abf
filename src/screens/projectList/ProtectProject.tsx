import { Suspense, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { keepSounds, soundOf } from '../../data/files/carriedRows.ts'
import { exportFile } from '../../data/files/exporter.ts'
import { protectRows } from '../../data/files/protector.ts'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { uploadProject } from '../../data/server/uploadProject.ts'
import { folderOf, hasFolder, inFolder, safePath, withSuffix } from '../../features/files/paths.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem, type Problem, problem, type Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { sayLackingSound } from '../../ui/feedback/sayLackingSound.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { go } from '../hash.ts'
import { freeName } from './freeName.ts'
import { type NewPassword, newPasswordProblem, ofPasswords } from './newPassword.ts'
import { NewPasswordFields } from './ProtectNew.tsx'
import { plainLeft } from './plainLeft.ts'
import { useProjectList } from './useProjectList.ts'

const RecoveryCode = lazyPart(async () => (await import('./RecoveryCode.tsx')).RecoveryCode)

/** Whether projects are files of this machine: the copy lies beside the project. */
const onFiles = can('localFiles')

interface Made {
  uuid: string
  recovery: string
  /** All sound came along. */
  isWhole: boolean
}

/**
 * A protected copy of the open project. It is a project of its own: what was ever plain lies in the history, the undo steps and the backups of the file,
 * so that these are not taken along, and it is asked then whether the plain one goes.
 */
export function ProtectProject({ onClose }: { onClose: () => void }) {
  const t = useT()
  const project = useProject()
  const { name, access, isProtected } = useSnapshot(project.state)
  const { projects = [] } = useProjectList()
  const title = projectTitle(name)
  const [typed, setTyped] = useState<string | null>(null)
  const [password, setPassword] = useState<NewPassword>({ password: '', again: '' })
  const [wrong, setWrong] = useState<Problem | null>(null)
  /** How far the project is read, 0 to 1; null: it is sealed and sent; undefined: nothing is done. */
  const [share, setShare] = useState<number | null | undefined>(undefined)
  const [made, setMade] = useState<Made | null>(null)
  const ended = useRef(new AbortController())
  const busy = share !== undefined
  const proposed = freeName(
    t('protection.proposed', { name: title }),
    projects.map((one) => projectTitle(one.name)),
  )
  const copyTitle = (typed ?? proposed).trim()
  const isSlashed = onFiles && hasFolder(copyTitle)
  const isOfPassword = wrong !== null && ofPasswords.has(wrong.kind)

  const make = async () => {
    if (busy || isSlashed) return
    const safe = onFiles ? safePath(copyTitle) : copyTitle
    setShare(0)
    const found = safe ? await newPasswordProblem(password) : ({ kind: 'missingProjectName' } as const)
    setWrong(found)
    if (found) return setShare(undefined)
    const plain = await readWhole()
    if (plain === null) return
    setShare(null)
    const sealed = isProblem(plain) ? plain : await protectRows(plain.ok, password.password, soundOf(project))
    if (isProblem(sealed)) return fail(sealed.problem)
    const path = onFiles ? withSuffix(inFolder(folderOf(name), safe)) : safe
    const sent = await uploadProject(path, sealed.ok.rows)
    if (isProblem(sent)) return fail(sent.problem)
    const { project_uuid: uuid } = sent.ok
    const kept = await keepSounds(uuid, sealed.ok)
    if (isProblem(kept)) sayLackingSound(t, copyTitle, kept.problem)
    setMade({ uuid, recovery: sealed.ok.recovery, isWhole: !isProblem(kept) })
  }
  const fail = (found: Problem) => {
    setShare(undefined)
    setWrong(found)
  }
  /** As a project JSON; null: the dialog was left. */
  const readWhole = async (): Promise<Result<Blob> | null> => {
    try {
      return await exportFile(project, 'json', {}, setShare, ended.current.signal)
    } catch (error) {
      return problem({ kind: 'exportFailed', detail: error instanceof Error ? error.message : String(error) })
    }
  }
  const leave = () => {
    ended.current.abort()
    onClose()
  }
  const goOn = ({ uuid, isWhole }: Made) => {
    onClose()
    const asks = access === 'own' && !isProtected && isWhole
    if (asks) plainLeft.of = { uuid: project.uuid, name, copy: { uuid, title: copyTitle } }
    go(asks ? '/projects' : `/projects/${uuid}`)
  }
  return (
    <Modal
      open
      title={t('protection.copyTitle', { name: title })}
      description={t('protection.copyText')}
      locked={busy}
      holding={password.password !== ''}
      onClose={leave}
      onSubmit={() => void make()}
      footer={
        <>
          <Button onClick={leave} disabled={share === null}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {t('protection.copyMake')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('create.name')}
        value={typed ?? proposed}
        readOnly={busy}
        maxLength={200}
        onChange={(next) => {
          setTyped(next)
          setWrong(null)
        }}
        error={isSlashed ? t('create.nameSlash') : wrong && !isOfPassword ? problemText(wrong) : undefined}
      />
      <p>{t('protection.protectText')}</p>
      <NewPasswordFields
        typed={password}
        onChange={(next) => {
          setPassword(next)
          setWrong(null)
        }}
        problem={wrong}
      />
      {busy && <ProgressBar label={t('importQdpx.saving')} share={share ?? null} />}
      {made && (
        <Suspense>
          <RecoveryCode code={made.recovery} name={copyTitle} onDone={() => goOn(made)} />
        </Suspense>
      )}
    </Modal>
  )
}
