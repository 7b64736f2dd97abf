import { type ReactNode, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import { useProject } from '../../data/live/useLive.ts'
import { GroupsDropdown } from '../../features/groups/GroupsDropdown.tsx'
import { LANGUAGES, setLanguage } from '../../i18n/language.ts'
import { useLanguage, useT } from '../../i18n/useT.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import {
  AddFileIcon,
  ExportIcon,
  HelpIcon,
  type Icon,
  LanguageIcon,
  MoreIcon,
  ReportIcon,
  SearchIcon,
} from '../../ui/icons.ts'
import { Keys } from '../../ui/Keys.tsx'
import { ByKey } from '../../ui/keyboard.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { HelpDialogName } from '../HelpDialog.tsx'
import { HelpMenu, helpEntries } from '../HelpMenu.tsx'
import { go } from '../hash.ts'
import { LanguageMenu } from '../LanguageMenu.tsx'
import { useWindowWidth } from '../useWindowWidth.ts'
import { type DeskViewName, type ViewName, views } from '../views/views.ts'
import { ProtectedSign } from '../workspace/protection/ProtectedSign.tsx'
import { SavingPill } from '../workspace/saving/SavingPill.tsx'
import { UndoBar } from '../workspace/undo/UndoBar.tsx'
import type { Undo } from '../workspace/undo/useUndo.ts'
import { useFolded } from './useFolded.ts'
import { ViewMenu } from './ViewMenu.tsx'

const UsersMenu = lazyPart(async () => (await import('../../features/users/UsersMenu.tsx')).UsersMenu)

/** In px. */
const roomForSearch = 420

interface NavbarProps {
  undo: Undo
  narrow: boolean
  /** What is shown. */
  view: ViewName
  onView: (view: DeskViewName | 'canvas') => void
  /** Goes to where another person is. */
  onPerson: (who: number) => void
  /** How sources come in; none where nothing may be added. */
  adding: readonly MenuEntry[]
  /** Recordings that become texts; left out where they do not. */
  onTranscription: (() => void) | undefined
  /** What can be made to show to others. */
  reports: readonly MenuEntry[]
  /** As what the project can be exported. */
  exports: readonly MenuEntry[]
  codebook: { isOpen: boolean; open: () => void; close: () => void }
  onGroups: () => void
  onProperties: () => void
  /** With whom the project is shared; left out where it cannot be. */
  onPeople: (() => void) | undefined
  /** Where the canvas does not have it. */
  chat: ReactNode
  onSettings: () => void
  onPalette: () => void
  onShortcuts: () => void
  onHelpDialog: (dialog: HelpDialogName) => void
}

interface NavMenuProps {
  icon: Icon
  label: string
  items: readonly MenuEntry[]
}

const NavMenu = ({ icon, label, items }: NavMenuProps) => (
  <Dropdown side="right" trigger={<IconButton icon={icon} label={label} />} items={items} />
)

/** Who else is there; what shows them comes with the first. */
function Others({ onGo }: { onGo: (who: number) => void }) {
  const { others, count } = useSnapshot(useProject().people.here)
  if (others.length === 0 && count < 2) return null
  return (
    <Suspense>
      <UsersMenu side="bottom" onGo={onGo} />
    </Suspense>
  )
}

interface TopProps extends Pick<NavbarProps, 'undo' | 'onPerson' | 'onPalette'> {
  /** What is saved, and what is not. */
  saving: ReactNode
}

/** The project's name, the last steps, whether they are saved, who is there, and the search of everything that can be done: over a wide desk. */
export function DeskTop({ undo, saving, onPerson, onPalette }: TopProps) {
  const t = useT()
  const { name } = useSnapshot(useProject().state)
  return (
    <header className="desk-top" data-keep-clear>
      <h1 className="desk-title" data-tooltip={name}>
        <ProtectedSign />
        {projectTitle(name)}
      </h1>
      <UndoBar {...undo} />
      {saving}
      <span className="desk-top-gap" />
      <Others onGo={onPerson} />
      <button type="button" className="desk-palette" onClick={onPalette}>
        <SearchIcon aria-hidden />
        <span>{t('palette.title')}</span>
        <ByKey>
          <Keys of={shortcutOf('palette') ?? ''} />
        </ByKey>
      </button>
    </header>
  )
}

/** The rail of the desk: the way home, the views, what concerns the project as a whole. In a narrow window it is a bar that has all else too. */
export function Navbar(props: NavbarProps) {
  const {
    undo,
    narrow,
    view,
    onView,
    onPerson,
    adding,
    onTranscription,
    reports,
    exports,
    codebook,
    onGroups,
    onProperties,
    onPeople,
    chat,
    onSettings,
    onPalette,
    onShortcuts,
    onHelpDialog,
  } = props
  const t = useT()
  const { name } = useSnapshot(useProject().state)
  const side = narrow ? 'bottom' : 'right'
  const language = useLanguage()
  const languages = {
    label: t('language.choose'),
    icon: LanguageIcon,
    items: LANGUAGES.map((each) => ({
      label: t(`language.${each}`),
      checked: each === language,
      onChange: () => void setLanguage(each),
    })),
  }
  const properties = { ...faceOf(t, 'properties'), onSelect: onProperties }
  const help = {
    label: t('help.title'),
    icon: HelpIcon,
    items: helpEntries({ t, onShortcuts, onShow: onHelpDialog }),
  }
  const sources = adding.length > 0 && { label: t('source.add'), icon: AddFileIcon, items: adding }
  const transcribing = onTranscription && { ...faceOf(t, 'transcription'), onSelect: onTranscription }
  const reporting = { label: t('report.title'), icon: ReportIcon, items: reports }
  const exporting = { label: t('export.title'), icon: ExportIcon, items: exports }
  const settings = { ...faceOf(t, views.settings), onSelect: onSettings }
  // Beside the chat there is no room for it in a very narrow window.
  const searching = useWindowWidth() < roomForSearch &&
    chat !== null && { ...faceOf(t, 'palette'), onSelect: onPalette }
  const sharing = onPeople && { ...faceOf(t, 'people'), onSelect: onPeople }
  /** What goes into a menu where there is no room for it, the first first. */
  const foldable = [
    searching,
    languages,
    properties,
    help,
    transcribing,
    sources,
    reporting,
    exporting,
    settings,
    sharing,
  ].filter((entry) => !!entry)
  const { folded, nav, gap } = useFolded(foldable.length)
  const menu: readonly MenuEntry[] = narrow ? foldable : foldable.slice(0, folded)
  const shows = (entry: MenuEntry | undefined) => entry !== undefined && !menu.includes(entry)
  return (
    <nav
      ref={nav}
      className="desk-nav"
      data-keep-clear
      data-folded={menu.length === foldable.length || undefined}
      aria-label={t('project.navbar')}
    >
      <IconButton {...faceOf(t, 'home')} onClick={() => go('/projects')} />
      {narrow && (
        <h1 className="desk-title" data-tooltip={name}>
          <ProtectedSign />
          {projectTitle(name)}
        </h1>
      )}
      <ViewMenu shown={view} side={side} narrow={narrow} onView={onView} />
      <IconButton
        {...faceOf(t, 'codebook')}
        pressed={codebook.isOpen}
        onClick={codebook.isOpen ? codebook.close : codebook.open}
      />
      <GroupsDropdown side={side} onEdit={onGroups} />
      {shows(properties) && <IconButton {...faceOf(t, 'properties')} onClick={onProperties} />}
      {narrow && <UndoBar {...undo} />}
      <span ref={gap} className="desk-nav-gap" />
      {narrow && <Others onGo={onPerson} />}
      {chat}
      {narrow && <SavingPill onSetAside={onSettings} />}
      {narrow && !searching && <IconButton {...faceOf(t, 'palette')} onClick={onPalette} />}
      {sources && shows(sources) && <NavMenu {...sources} />}
      {transcribing && shows(transcribing) && <IconButton {...faceOf(t, 'transcription')} onClick={onTranscription} />}
      {shows(reporting) && <NavMenu {...reporting} />}
      {shows(exporting) && <NavMenu {...exporting} />}
      {sharing && shows(sharing) && <IconButton {...faceOf(t, 'people')} onClick={sharing.onSelect} />}
      {shows(languages) && <LanguageMenu side="right" />}
      {shows(help) && <HelpMenu side="right" onShortcuts={onShortcuts} onShow={onHelpDialog} />}
      {shows(settings) && <IconButton {...faceOf(t, views.settings)} onClick={onSettings} />}
      {menu.length > 0 && (
        <Dropdown side={side} align="end" trigger={<IconButton icon={MoreIcon} label={t('ui.more')} />} items={menu} />
      )}
    </nav>
  )
}
