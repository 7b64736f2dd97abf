import { type ReactNode, Suspense, useState } from 'react'
import type { WaitingCopy } from '../../data/copies/copies.ts'
import { api, isAway } from '../../data/server/server.ts'
import { accountKey, session } from '../../data/server/session.ts'
import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { downloadProject, type ProjectForm } from './downloadProject.ts'
import { forgetCopy } from './forgetCopy.ts'

const NameProject = lazyPart(async () => (await import('./NameProject.tsx')).NameProject)
const ShareModal = lazyPart(async () => (await import('../../features/users/ShareModal.tsx')).ShareModal)
const UnsentDialog = lazyPart(async () => (await import('../account/UnsentDialog.tsx')).UnsentDialog)
const RemoveProject = lazyPart(async () => (await import('./RemoveProject.tsx')).RemoveProject)

export interface SharedProjects {
  saveAs: (project: ProjectEntry) => void
  /** One's own, for everybody who shares it. */
  rename: (project: ProjectEntry) => void
  share: (project: ProjectEntry) => void
  download: (project: ProjectEntry, form: ProjectForm) => void
  /** One's own: it is gone for everybody. Another's: one leaves it. */
  remove: (project: ProjectEntry) => void
  /** To be put once into the screen. */
  dialogs: ReactNode
}

type Dialog =
  | { kind: 'save' | 'rename' | 'share' | 'remove'; project: ProjectEntry }
  /** The person parts from a project in which steps of theirs wait. */
  | { kind: 'unsent'; project: ProjectEntry; waiting: readonly WaitingCopy[] }

/** What is done with a project of a server of many people. */
export function useSharedProjects(projects: readonly ProjectEntry[], onChanged: () => void): SharedProjects {
  const t = useT()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  /** As the list says it now: it may have become another's since the dialog was opened. */
  const current = (project: ProjectEntry) =>
    projects.find(({ project_uuid }) => project_uuid === project.project_uuid) ?? project

  const save = async ({ project_uuid }: ProjectEntry, name: string): Promise<Problem | null> => {
    const body = { name, orig_project_uuid: project_uuid }
    const answer = await api('POST /web/api/v2/projects/saveas', { body })
    if (isProblem(answer)) return isAway(answer.problem) ? { kind: 'copyNeedsServer' } : answer.problem
    close()
    onChanged()
    toast.show({ kind: 'success', message: t('projects.savedAs', { name: answer.ok.name }) })
    return null
  }
  const rename = async ({ project_uuid }: ProjectEntry, name: string): Promise<Problem | null> => {
    const answer = await api('PUT /web/api/v2/projects/{uuid}/name', { path: { uuid: project_uuid }, body: { name } })
    if (isProblem(answer)) return answer.problem
    close()
    onChanged()
    toast.show({ kind: 'success', message: t('projects.renamed', { name: answer.ok.name }) })
    return null
  }
  /** Asks first where the person would lose what has not been sent. */
  const ask = async (project: ProjectEntry): Promise<void> => {
    const waiting = await waitingIn(project.project_uuid)
    if (waiting.length === 0) return remove(project)
    setDialog({ kind: 'unsent', project, waiting })
  }
  const remove = async (project: ProjectEntry): Promise<void> => {
    const { project_uuid, name } = project
    const path = { uuid: project_uuid }
    const answer: Result<object> = await (isOwn(project)
      ? api('DELETE /web/api/v2/projects/{uuid}', { path })
      : api('DELETE /web/api/v2/projects/{uuid}/share', { path, query: { user: session.account?.email ?? '' } }))
    close()
    onChanged()
    if (isProblem(answer)) return showProblem(answer.problem)
    void forgetCopy(project_uuid)
    toast.show({ message: t(isOwn(project) ? 'projects.deleted' : 'projects.left', { name: projectTitle(name) }) })
  }
  return {
    saveAs: (project) => setDialog({ kind: 'save', project }),
    rename: (project) => setDialog({ kind: 'rename', project }),
    share: (project) => setDialog({ kind: 'share', project }),
    remove: (project) => setDialog({ kind: 'remove', project }),
    download: async ({ project_uuid, name }, form) => {
      const done = await downloadProject(project_uuid, form, `${projectTitle(name)}.${form}`)
      if (isProblem(done)) showProblem(done.problem)
    },
    dialogs: dialog && (
      <Suspense>
        {dialog.kind === 'save' && (
          <NameProject
            title={t('projects.saveAs')}
            text={t('projects.saveAsText')}
            proposed={t('projects.copyOf', { name: projectTitle(dialog.project.name) })}
            onSave={(name) => save(dialog.project, name)}
            onClose={close}
          />
        )}
        {dialog.kind === 'rename' && (
          <NameProject
            title={t('projects.renameTitle')}
            text={t('projects.renameText')}
            proposed={projectTitle(dialog.project.name)}
            onSave={(name) => rename(dialog.project, name)}
            onClose={close}
          />
        )}
        {dialog.kind === 'share' && (
          <ShareModal
            uuid={dialog.project.project_uuid}
            title={projectTitle(dialog.project.name)}
            owner={current(dialog.project).owner ?? null}
            onHandedOver={() => {
              close()
              onChanged()
            }}
            onClose={close}
          />
        )}
        {dialog.kind === 'remove' && (
          <RemoveProject
            uuid={dialog.project.project_uuid}
            title={projectTitle(dialog.project.name)}
            isOwn={isOwn(current(dialog.project))}
            onRemove={() => ask(current(dialog.project))}
            onClose={close}
          />
        )}
        {dialog.kind === 'unsent' && (
          <UnsentDialog
            by="leaving"
            waiting={dialog.waiting ?? 'looking'}
            onDiscard={() => void remove(dialog.project)}
            onClose={close}
          />
        )}
      </Suspense>
    ),
  }
}

/** Copies that cannot be read hold nothing that could be taken along. */
async function waitingIn(uuid: string): Promise<readonly WaitingCopy[]> {
  const [{ waitingCopies }, { settledAll }] = await Promise.all([
    import('../../data/copies/copies.ts'),
    import('../../data/copies/heldProjects.ts'),
  ])
  await settledAll()
  return waitingCopies(accountKey(), uuid).catch(() => [])
}

/** Others' come with their owner's name. */
export const isOwn = ({ owner }: Pick<ProjectEntry, 'owner'>): boolean => owner === undefined
