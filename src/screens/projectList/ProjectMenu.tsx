import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { BackupIcon, CloseIcon, DeleteIcon, DownloadIcon, DriveIcon, MoreIcon, SaveIcon } from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { ProjectActions } from './useProjectActions.tsx'

/** What can be done with a project without opening it. */
export function ProjectMenu({ project, actions }: { project: ProjectEntry; actions: ProjectActions }) {
  const t = useT()
  const missing = project.modified === null
  return (
    <Dropdown
      align="end"
      trigger={<IconButton icon={MoreIcon} label={t('ui.more')} />}
      items={[
        { label: t('projects.saveAs'), icon: SaveIcon, disabled: missing, onSelect: () => actions.saveAs(project) },
        { label: t('projects.backup'), icon: BackupIcon, disabled: missing, onSelect: () => actions.backup(project) },
        {
          label: t('projects.backupTo'),
          icon: DriveIcon,
          disabled: missing,
          onSelect: () => actions.backupTo(project),
        },
        {
          label: t('projects.download'),
          icon: DownloadIcon,
          disabled: missing,
          onSelect: () => actions.download(project),
        },
        'line',
        { label: t('projects.forget'), icon: CloseIcon, onSelect: () => actions.forget(project) },
        {
          label: t('projects.deleteFile'),
          icon: DeleteIcon,
          danger: true,
          disabled: missing,
          onSelect: () => actions.remove(project),
        },
      ]}
    />
  )
}
