import { Suspense, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { soundIn } from '../../data/files/carriedRows.ts'
import { protectRows } from '../../data/files/protector.ts'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { fileName, folderOf, hasFolder, inFolder, safePath, withSuffix } from '../../features/files/paths.ts'
import { MergeDialog, type MergeProtection } from '../../features/merge/MergeDialog.tsx'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem, ok, type Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { go } from '../hash.ts'
import { PasswordDialog } from '../workspace/protection/PasswordDialog.tsx'
import { openOptions } from '../workspace/useHeldProject.ts'
import { freeName } from './freeName.ts'
import { type NewPassword, newPasswordProblem } from './newPassword.ts'
import { ProtectNew } from './ProtectNew.tsx'
import { useProjectList } from './useProjectList.ts'

const RecoveryCode = lazyPart(async () => (await import('./RecoveryCode.tsx')).RecoveryCode)

/** Whether projects are files of this machine. */
const onFiles = can('localFiles')

/** 2 §2: the open project merged with others of the list, or with files, into a new one or into the open one. */
export function MergeProjects({ onClose }: { onClose: () => void }) {
  const t = useT()
  const project = useProject()
  const { name, access, isProtected } = useSnapshot(project.state)
  const { projects = [] } = useProjectList()
  const titles = projects.filter(({ owner }) => owner === undefined).map((one) => projectTitle(one.name))
  const folder = onFiles ? folderOf(name) : undefined
  const base = { uuid: project.uuid, title: projectTitle(name) }
  const others = projects.filter((one) => one.modified !== null && one.project_uuid !== base.uuid)

  const protecting = useProtecting()
  const [made, setMade] = useState<{ uuid: string; title: string; recovery: string } | null>(null)
  const goOn = (uuid: string, title: string) => {
    onClose()
    toast.show({ kind: 'success', message: t('projects.merge.success', { name: title }) })
    go(`/projects/${uuid}`)
  }

  const named = (typed: string) => {
    const written = typed.trim()
    if (onFiles && hasFolder(written)) return { wrong: t('projects.merge.nameSlash') }
    const safe = onFiles ? safePath(written) : written
    return safe
      ? { name: folder ? withSuffix(inFolder(folder, safe)) : safe }
      : { wrong: problemText({ kind: 'missingProjectName' }) }
  }
  if (made)
    return (
      <Suspense>
        <RecoveryCode code={made.recovery} name={made.title} onDone={() => goOn(made.uuid, made.title)} />
      </Suspense>
    )
  return (
    <MergeDialog
      base={base}
      projects={[base, ...others.map((one) => ({ uuid: one.project_uuid, title: titleAmong(others, one) }))]}
      author={openOptions(project.uuid).author}
      proposed={freeName(t('projects.merge.proposed', { name: base.title }), titles)}
      folder={folder}
      named={named}
      canWrite={mayWrite(access)}
      isProtected={isProtected}
      protection={protecting.protection}
      askPassword={({ key, ...asked }) => <PasswordDialog key={key} text={t('projects.merge.password')} {...asked} />}
      onMergedInto={(takeBack) => {
        onClose()
        const undo = async () => {
          const undone = await takeBack()
          if (isProblem(undone)) toast.show({ kind: 'error', message: problemText(undone.problem) })
        }
        toast.show({
          id: 'step',
          kind: 'success',
          message: t('projects.merge.success', { name: base.title }),
          action: { label: t('ui.undo'), onClick: () => void undo() },
        })
      }}
      onMerged={(uuid, path) => {
        const recovery = protecting.recovery()
        if (recovery === null) goOn(uuid, projectTitle(path))
        else setMade({ uuid, title: projectTitle(path), recovery })
      }}
      onClose={onClose}
    />
  )
}

/** 2 §5: whether the new project is protected; it is offered to be, where one that it is made of is. `recovery`: the code of the rows that were sealed last; null: they are plain. */
function useProtecting(): { protection: (isFromProtected: boolean) => MergeProtection; recovery: () => string | null } {
  const t = useT()
  /** null: not protected; undefined: nobody has said. */
  const [chosen, setChosen] = useState<NewPassword | null | undefined>(undefined)
  const [problem, setProblem] = useState<Problem | null>(null)
  const recovery = useRef<string | null>(null)
  const protection = (isFromProtected: boolean): MergeProtection => {
    const typed = chosen === undefined && isFromProtected ? { password: '', again: '' } : (chosen ?? null)
    return {
      fields: (
        <>
          <ProtectNew
            typed={typed}
            onChange={(next) => {
              setChosen(next)
              setProblem(null)
            }}
            problem={problem}
          />
          {isFromProtected && !typed && <p className="merge-soft">{t('projects.merge.plain')}</p>}
        </>
      ),
      sealing: async () => {
        const found = typed && (await newPasswordProblem(typed))
        setProblem(found)
        if (found) return null
        return async (made) => {
          const sealed = typed && (await protectRows(made.rows, typed.password, soundIn(made)))
          recovery.current = sealed && !isProblem(sealed) ? sealed.ok.recovery : null
          return sealed ?? ok(made)
        }
      },
    }
  }
  return { protection, recovery: () => recovery.current }
}

/** With whose it is, or where it lies, where that tells it from others. */
function titleAmong(all: readonly ProjectEntry[], { name, owner }: ProjectEntry): string {
  const title = projectTitle(name)
  if (owner !== undefined) return `${title} · ${owner}`
  const isAlone = all.filter((one) => projectTitle(one.name) === title).length === 1
  return isAlone || fileName(name) === name ? title : `${title} · ${folderOf(name)}`
}
