import { type ReactNode, Suspense, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { isThere } from '../../features/files/isThere.ts'
import { fileName, folderOf, inFolder, withSuffix } from '../../features/files/paths.ts'
import { formatDate } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import type { BodyOf } from '../../model/contract/calls.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { toastTime } from '../../model/limits.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { safeFileName } from '../../model/rules/projects/safeFileName.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { go } from '../hash.ts'
import { downloadProject } from './downloadProject.ts'
import { freePath } from './freeName.ts'

const FileChooser = lazyPart(async () => (await import('../../features/files/FileChooser.tsx')).FileChooser)
const ReplaceDialog = lazyPart(async () => (await import('./ReplaceDialog.tsx')).ReplaceDialog)
const DeleteFile = lazyPart(async () => (await import('./DeleteFile.tsx')).DeleteFile)

type Project = Pick<ProjectEntry, 'project_uuid' | 'name'>

export interface ProjectActions {
  openFile: () => void
  /** From where the project was seen last. */
  lookFor: (project: Project) => void
  /** Its last automatic backup, where its file was. */
  bringBack: (project: Project, at: number) => void
  saveAs: (project: Project) => void
  /** Beside the file. */
  backup: (project: Project) => void
  backupTo: (project: Project) => void
  download: (project: Project) => void
  /** Off the list; the file stays. */
  forget: (project: Project) => void
  /** The file itself, after a question. */
  remove: (project: Project) => void
  /** To be put once into the screen. */
  dialogs: ReactNode
}

/** What is written elsewhere: a project of its own, which is opened, or a copy of the file as it is. */
type Writing = 'save' | 'backup'

type Dialog =
  | { kind: 'open'; start?: string; title?: string }
  | { kind: Writing; project: Project; proposed: string }
  | { kind: 'delete'; project: Project }
  | { kind: 'replace'; writing: Writing; project: Project; path: string }

/** What is done with a project as a file. `show`: goes to the route of what was opened. */
export function useProjectActions(onChanged: () => void, show: (route: string) => void = go): ProjectActions {
  const t = useT()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setDialog(null)

  const open = async (path: string): Promise<Problem | null> => {
    const isForeign = /\.qdpx$/i.test(path)
    const route = isForeign ? await givenRoute(path) : await openedRoute(path)
    if (isProblem(route)) return route.problem
    close()
    show(route.ok)
    return null
  }
  const write = async (
    writing: Writing,
    project: Project,
    path: string,
    overwrite: boolean,
  ): Promise<Problem | null> => {
    const written = await (writing === 'save' ? saveAs : backupTo)(project, withSuffix(path), overwrite)
    if (!isProblem(written)) {
      close()
      if (writing === 'save') onChanged()
      sayWritten(writing, written.ok)
      return null
    }
    if (written.problem.kind !== 'fileExists') return written.problem
    setDialog({ kind: 'replace', writing, project, path })
    return null
  }
  const sayWritten = (writing: Writing, path: string) =>
    writing === 'save'
      ? toast.show({ kind: 'success', message: t('projects.savedAs', { name: fileName(path) }) })
      : toast.show({ kind: 'success', message: t('projects.backupDone', { name: path }), timeout: toastTime.long })
  const replace = async ({ writing, project, path }: Extract<Dialog, { kind: 'replace' }>) => {
    setBusy(true)
    const problem = await write(writing, project, path, true)
    setBusy(false)
    if (problem) showProblem(problem)
  }
  /** Asks for the place, proposing one beside the project, where there is no file yet. */
  const askWhere = async (writing: Writing, project: Project) => {
    const title = projectTitle(project.name)
    const name =
      writing === 'save'
        ? t('projects.copyOf', { name: title })
        : t('projects.backupName', { name: title, date: stamp(new Date()) })
    const wanted = withSuffix(safeFileName(name))
    const proposed = project.name ? await freePath(inFolder(folderOf(project.name), wanted), isThere) : wanted
    setDialog({ kind: writing, project, proposed })
  }
  return {
    openFile: () => setDialog({ kind: 'open' }),
    lookFor: ({ name }) =>
      setDialog({ kind: 'open', start: folderOf(name), title: t('projects.whereIs', { name: fileName(name) }) }),
    bringBack: async ({ project_uuid }, at) => {
      const brought = await api('POST /web/api/local/bringBack', { body: { project_uuid } })
      if (isProblem(brought)) return showProblem(brought.problem)
      toast.show({
        kind: 'success',
        message: t('projects.broughtBack', { date: formatDate(at) }),
        timeout: toastTime.long,
      })
      show(`/projects/${project_uuid}`)
    },
    saveAs: (project) => void askWhere('save', project),
    backup: async ({ project_uuid }) => {
      const written = await writeBackup({ project_uuid })
      if (isProblem(written)) showProblem(written.problem)
      else sayWritten('backup', written.ok)
    },
    backupTo: (project) => void askWhere('backup', project),
    download: async ({ project_uuid, name }) => {
      const done = await downloadProject(project_uuid, 'qrk', fileName(name))
      if (isProblem(done)) showProblem(done.problem)
    },
    forget: async ({ project_uuid, name }) => {
      const answer = await api('DELETE /web/api/v2/projects/{uuid}', { path: { uuid: project_uuid } })
      if (isProblem(answer)) return showProblem(answer.problem)
      onChanged()
      toast.show({ message: t('projects.forgotten', { name: projectTitle(name) }) })
    },
    remove: (project) => setDialog({ kind: 'delete', project }),
    dialogs: dialog && (
      <Suspense>
        {dialog.kind === 'open' && (
          <FileChooser
            mode="open"
            title={dialog.title ?? t('files.title')}
            start={dialog.start}
            onClose={close}
            onChoose={(path) => open(path)}
          />
        )}
        {(dialog.kind === 'save' || dialog.kind === 'backup') && (
          <FileChooser
            key={dialog.kind}
            mode="save"
            title={t(dialog.kind === 'save' ? 'files.saveTitle' : 'projects.backup')}
            start={fileName(dialog.proposed) === dialog.proposed ? undefined : folderOf(dialog.proposed)}
            name={fileName(dialog.proposed)}
            onClose={close}
            onChoose={(path, overwrite) => write(dialog.kind, dialog.project, path, overwrite)}
          />
        )}
        {dialog.kind === 'replace' && (
          <ReplaceDialog
            path={dialog.path}
            busy={busy}
            onClose={() => setDialog({ kind: dialog.writing, project: dialog.project, proposed: dialog.path })}
            onReplace={() => void replace(dialog)}
          />
        )}
        {dialog.kind === 'delete' && <DeleteFile project={dialog.project} onDeleted={onChanged} onClose={close} />}
      </Suspense>
    ),
  }
}

async function openedRoute(path: string): Promise<Result<string>> {
  const answer = await api('POST /web/api/local/open', { body: { path } })
  return isProblem(answer) ? answer : { ok: `/projects/${answer.ok.project_uuid}` }
}

/** A project of another program is imported. */
async function givenRoute(path: string): Promise<Result<string>> {
  const answer = await api('POST /web/api/local/given', { body: { path } })
  return isProblem(answer) ? answer : { ok: answer.ok.route }
}

async function saveAs({ project_uuid }: Project, name: string, overwrite: boolean): Promise<Result<string>> {
  const body = { name, orig_project_uuid: project_uuid, overwrite }
  const answer = await api('POST /web/api/v2/projects/saveas', { body })
  return isProblem(answer) ? answer : { ok: answer.ok.name }
}

const backupTo = ({ project_uuid }: Project, path: string, overwrite: boolean): Promise<Result<string>> =>
  writeBackup({ project_uuid, path, overwrite })

async function writeBackup(body: BodyOf<'POST /web/api/local/backup'>): Promise<Result<string>> {
  const answer = await api('POST /web/api/local/backup', { body })
  return isProblem(answer) ? answer : { ok: answer.ok.path }
}

/** For a name of a file, of any system: `2026-11-22 09.30`. */
const stamp = (at: Date): string => at.toLocaleString('sv-SE').slice(0, 16).replace(':', '.')
