import { useEffect, useState } from 'react'
import { api } from '../../data/server/server.ts'
import { formatDecimal } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Deletion, ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { forgetCopy } from './forgetCopy.ts'

interface DeleteFileProps {
  project: Pick<ProjectEntry, 'project_uuid' | 'name'>
  onDeleted: () => void
  onClose: () => void
}

/** Says what goes and what stays, and only then deletes the file: into the trash where there is one, else for good. */
export function DeleteFile({ project: { project_uuid, name }, onDeleted, onClose }: DeleteFileProps) {
  const t = useT()
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const [refused, setRefused] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    void api('GET /web/api/local/deletion', { query: { project: project_uuid } }).then((answer) => {
      if (!isProblem(answer)) return setDeletion(answer.ok)
      onClose()
      showProblem(answer.problem)
    })
  }, [])
  if (!deletion) return null
  const { path, size, place, backups, backupFolder } = deletion
  // What the trash did not take is asked for once more.
  const forGood = !deletion.trash || refused?.kind === 'noTrash'
  const remove = async () => {
    setBusy(true)
    const answer = await api('POST /web/api/local/delete', { body: { project_uuid, forGood } })
    setBusy(false)
    if (isProblem(answer)) return setRefused(answer.problem)
    onClose()
    onDeleted()
    void forgetCopy(project_uuid)
    toast.show({ message: t(forGood ? 'projects.deleted' : 'projects.trashed', { name: projectTitle(name) }) })
  }
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={t('projects.deleteTitle', { name: projectTitle(name) })}
      confirm={t(forGood ? 'projects.deleteForGood' : 'projects.toTrash')}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <span className="projects-deletion">
        <span>{t('projects.deleteFileText', { path, size: formatDecimal(size / 1_000_000, 1) })}</span>
        {place && (
          <strong>
            {t(place.kind === 'synced' ? 'projects.deleteSynced' : 'projects.deleteNetwork', { by: place.by })}
          </strong>
        )}
        <span>{t(forGood ? 'projects.deleteForGoodText' : 'projects.deleteToTrash')}</span>
        <span>
          {backupFolder
            ? t('projects.deleteBackups', { n: backups, folder: backupFolder })
            : t('projects.deleteNoBackups')}
        </span>
        {refused && <strong role="alert">{problemText(refused)}</strong>}
      </span>
    </ConfirmDialog>
  )
}
