import { useT } from '../../i18n/useT.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import {
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  LogOutIcon,
  MoreIcon,
  SaveIcon,
  ShareIcon,
  UsersIcon,
} from '../../ui/icons.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { isOwn, type SharedProjects } from './useSharedProjects.tsx'

/** What can be done with a project of the server without opening it. */
export function SharedProjectMenu({ project, actions }: { project: ProjectEntry; actions: SharedProjects }) {
  const t = useT()
  const own = isOwn(project)
  return (
    <Dropdown
      align="end"
      trigger={<IconButton icon={MoreIcon} label={t('ui.more')} />}
      items={[
        {
          label: t(own ? 'users.shareNow' : 'users.people'),
          icon: own ? ShareIcon : UsersIcon,
          onSelect: () => actions.share(project),
        },
        ...(own ? [{ label: t('projects.rename'), icon: EditIcon, onSelect: () => actions.rename(project) }] : []),
        { label: t('projects.saveAs'), icon: SaveIcon, onSelect: () => actions.saveAs(project) },
        { label: t('projects.download'), icon: DownloadIcon, onSelect: () => actions.download(project, 'qrk') },
        { label: t('projects.downloadJson'), icon: DownloadIcon, onSelect: () => actions.download(project, 'json') },
        'line',
        own
          ? { label: t('projects.delete'), icon: DeleteIcon, danger: true, onSelect: () => actions.remove(project) }
          : { label: t('projects.leave'), icon: LogOutIcon, onSelect: () => actions.remove(project) },
      ]}
    />
  )
}
