import { type ReactNode, Suspense, useState } from 'react'
import { api, download } from '../../data/server/server.ts'
import { fileName, folderOf, withSuffix } from '../../features/files/paths.ts'
import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry, SaveAs } from '../../model/bridge.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projectTitle.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { go } from '../hash.ts'
import { lazyPart } from '../lazyPart.ts'

const FileBrowser = lazyPart(async () => (await import('../../features/files/FileBrowser.tsx')).FileBrowser)
const ReplaceDialog = lazyPart(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)

type Project = Pick<ProjectEntry, 'project_uuid' | 'name'>

export interface ProjectActions {
  openFile: () => void
  saveAs: (project: Project) => void
  backup: (project: Project) => void
  download: (project: Project) => void
  /** Off the list; the file stays. */
  forget: (project: Project) => void
  /** To be put once into the screen. */
  dialogs: ReactNode
}

type Dialog =
  | { kind: 'open' }
  | { kind: 'save'; project: Project }
  | { kind: 'replace'; project: Project; path: string }

/** What is done with a project as a file. */
export function useProjectActions(onChanged: () => void): ProjectActions {
  const t = useT()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setDialog(null)

  const open = async (path: string): Promise<Problem | null> => {
    const answer = await api<Project>('/local/open', { method: 'POST', body: { path } })
    if (isProblem(answer)) return answer.problem
    go(`/projects/${answer.ok.project_uuid}`)
    return null
  }
  const save = async (project: Project, path: string, overwrite: boolean): Promise<Problem | null> => {
    const body: SaveAs = { name: withSuffix(path), orig_project_uuid: project.project_uuid, overwrite }
    const answer = await api<Project>('/v2/projects/saveas', { method: 'POST', body })
    if (!isProblem(answer)) {
      close()
      onChanged()
      toast.show({ kind: 'success', message: t('projects.savedAs', { name: fileName(answer.ok.name) }) })
      return null
    }
    if (answer.problem.kind !== 'fileExists') return answer.problem
    setDialog({ kind: 'replace', project, path })
    return null
  }
  const replace = async ({ project, path }: Extract<Dialog, { kind: 'replace' }>) => {
    setBusy(true)
    const problem = await save(project, path, true)
    setBusy(false)
    if (problem) showProblem(problem)
  }
  return {
    openFile: () => setDialog({ kind: 'open' }),
    saveAs: (project) => setDialog({ kind: 'save', project }),
    backup: async ({ project_uuid }) => {
      const answer = await api<{ path: string }>('/local/backup', { method: 'POST', body: { project_uuid } })
      if (isProblem(answer)) showProblem(answer.problem)
      else toast.show({ kind: 'success', message: t('projects.backupDone', { name: answer.ok.path }), timeout: 6000 })
    },
    download: async ({ project_uuid, name }) => {
      const done = await download(`/v2/projects/${project_uuid}/qrk`, fileName(name))
      if (isProblem(done)) showProblem(done.problem)
    },
    forget: async ({ project_uuid, name }) => {
      const answer = await api(`/v2/projects/${project_uuid}`, { method: 'DELETE' })
      if (isProblem(answer)) return showProblem(answer.problem)
      onChanged()
      toast.show({ message: t('projects.forgotten', { name: projectTitle(name) }) })
    },
    dialogs: dialog && (
      <Suspense>
        {dialog.kind === 'open' && <FileBrowser open mode="open" onClose={close} onChoose={open} />}
        {dialog.kind === 'save' && (
          <FileBrowser
            open
            mode="save"
            start={folderOf(dialog.project.name)}
            name={fileName(dialog.project.name)}
            onClose={close}
            onChoose={(path) => save(dialog.project, path, false)}
          />
        )}
        {dialog.kind === 'replace' && (
          <ReplaceDialog path={dialog.path} busy={busy} onClose={close} onReplace={() => void replace(dialog)} />
        )}
      </Suspense>
    ),
  }
}
