import { useSnapshot } from 'valtio'
import { useProject } from '../data/useLive.ts'
import { GroupsDropdown } from '../features/groups/GroupsDropdown.tsx'
import { PeopleMenu } from '../features/people/PeopleMenu.tsx'
import { useT } from '../i18n/useT.ts'
import { projectTitle } from '../model/rules/projectTitle.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import {
  ExportIcon,
  HomeIcon,
  ImportIcon,
  MoreIcon,
  SearchIcon,
  SettingsIcon,
  TableIcon,
  UsersIcon,
} from '../ui/icons.ts'
import type { MenuEntry } from '../ui/menuEntry.ts'
import { acts } from './acts.ts'
import type { DeskViewName } from './deskViews.ts'
import { HelpMenu } from './HelpMenu.tsx'
import { go } from './hash.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { SavingPill } from './SavingPill.tsx'
import { UndoBar } from './UndoBar.tsx'
import type { Undo } from './useUndo.ts'
import { ViewMenu } from './ViewMenu.tsx'

interface NavbarProps {
  undo: Undo
  narrow: boolean
  /** What is shown; null: the canvas. */
  view: DeskViewName | 'tree' | null
  onView: (view: DeskViewName | null) => void
  /** Goes to where another person is. */
  onPerson: (who: number) => void
  /** Without it, nothing can be imported. */
  onImport: (() => void) | undefined
  /** As what the project can be exported. */
  exports: readonly MenuEntry[]
  onGroups: () => void
  onProperties: () => void
  /** With whom the project is shared; left out where it cannot be. */
  onPeople: (() => void) | undefined
  onSettings: () => void
  onPalette: () => void
  onShortcuts: () => void
}

/** The spine of the desk: the project's name, the way home, undo and redo, what concerns the project as a whole. */
export function Navbar(props: NavbarProps) {
  const {
    undo,
    narrow,
    view,
    onView,
    onPerson,
    onImport,
    exports,
    onGroups,
    onProperties,
    onPeople,
    onSettings,
    onPalette,
    onShortcuts,
  } = props
  const t = useT()
  const { name } = useSnapshot(useProject().state)
  const side = narrow ? 'bottom' : 'right'
  return (
    <nav className="desk-nav" data-keep-clear aria-label={t('project.navbar')}>
      <IconButton icon={HomeIcon} label={t('project.home')} onClick={() => go('/projects')} />
      <h1 className="desk-title" data-tooltip={name}>
        {projectTitle(name)}
      </h1>
      <ViewMenu shown={view} side={side} narrow={narrow} onView={onView} />
      <GroupsDropdown side={side} onEdit={onGroups} />
      {!narrow && (
        <IconButton
          icon={TableIcon}
          label={t('act.properties')}
          shortcut={acts.properties.keys[0]}
          onClick={onProperties}
        />
      )}
      <UndoBar {...undo} />
      <span className="desk-nav-gap" />
      <PeopleMenu side={side} onGo={onPerson} />
      {narrow && <SavingPill />}
      <IconButton icon={SearchIcon} label={t('palette.title')} shortcut={acts.palette.keys[0]} onClick={onPalette} />
      {onImport && !narrow && <IconButton icon={ImportIcon} label={t('source.import')} onClick={onImport} />}
      {!narrow && (
        <Dropdown side="right" trigger={<IconButton icon={ExportIcon} label={t('export.title')} />} items={exports} />
      )}
      {onPeople && !narrow && <IconButton icon={UsersIcon} label={t('sharing.share')} onClick={onPeople} />}
      {!narrow && <LanguageMenu side="right" />}
      {!narrow && <HelpMenu side="right" onShortcuts={onShortcuts} />}
      {narrow ? (
        <Dropdown
          trigger={<IconButton icon={MoreIcon} label={t('ui.more')} />}
          items={[
            { label: t('act.properties'), icon: TableIcon, onSelect: onProperties },
            ...(onImport ? [{ label: t('source.import'), icon: ImportIcon, onSelect: onImport }] : []),
            { label: t('export.title'), icon: ExportIcon, items: exports },
            ...(onPeople ? [{ label: t('sharing.share'), icon: UsersIcon, onSelect: onPeople }] : []),
            { label: t('project.settings'), icon: SettingsIcon, onSelect: onSettings },
          ]}
        />
      ) : (
        <IconButton icon={SettingsIcon} label={t('project.settings')} onClick={onSettings} />
      )}
    </nav>
  )
}
