import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { fileName, folderOf, hasFolder, safePath } from '../../features/files/paths.ts'
import { MergeDialog } from '../../features/merge/MergeDialog.tsx'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { go } from '../hash.ts'
import { openOptions } from '../workspace/useHeldProject.ts'
import { freeName } from './freeName.ts'
import { useProjectList } from './useProjectList.ts'

/** Whether projects are files of this machine. */
const onFiles = can('localFiles')

/** 2 §2: the open project merged with others of the list, or with files, into a new one or into the open one. */
export function MergeProjects({ onClose }: { onClose: () => void }) {
  const t = useT()
  const project = useProject()
  const { name, access } = useSnapshot(project.state)
  const { projects = [] } = useProjectList()
  const titles = projects.filter(({ owner }) => owner === undefined).map((one) => projectTitle(one.name))
  const base = { uuid: project.uuid, title: projectTitle(name) }
  const others = projects.filter((one) => one.modified !== null && one.project_uuid !== base.uuid)

  const named = (typed: string) => {
    const written = typed.trim()
    if (onFiles && hasFolder(written)) return { wrong: t('projects.merge.nameSlash') }
    const wanted = onFiles ? safePath(written) : written
    return wanted ? { name: wanted } : { wrong: problemText({ kind: 'missingProjectName' }) }
  }
  return (
    <MergeDialog
      base={base}
      projects={[base, ...others.map((one) => ({ uuid: one.project_uuid, title: titleAmong(others, one) }))]}
      author={openOptions(project.uuid).author}
      proposed={freeName(t('projects.merge.proposed', { name: base.title }), titles)}
      named={named}
      canWrite={mayWrite(access)}
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
      onMerged={(uuid, made) => {
        onClose()
        toast.show({ kind: 'success', message: t('projects.merge.success', { name: projectTitle(made) }) })
        go(`/projects/${uuid}`)
      }}
      onClose={onClose}
    />
  )
}

/** With whose it is, or where it lies, where that tells it from others. */
function titleAmong(all: readonly ProjectEntry[], { name, owner }: ProjectEntry): string {
  const title = projectTitle(name)
  if (owner !== undefined) return `${title} · ${owner}`
  const isAlone = all.filter((one) => projectTitle(one.name) === title).length === 1
  return isAlone || fileName(name) === name ? title : `${title} · ${folderOf(name)}`
}
