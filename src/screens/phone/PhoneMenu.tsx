import { useState } from 'react'
import { actionOf, type Handlers } from '../../actions/actions.ts'
import { can, facts } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import { Drawer } from '../../ui/dialogs/Drawer.tsx'
import {
  AddFileIcon,
  ChevronDownIcon,
  ExportIcon,
  ExternalIcon,
  HistoryIcon,
  HomeIcon,
  type Icon,
  ImportIcon,
  InfoIcon,
  ListIcon,
  LogOutIcon,
  QuestionsIcon,
  ScanIcon,
  SearchIcon,
  SettingsIcon,
  SourceIcon,
  SourcesIcon,
  TextSearchIcon,
  UsersIcon,
} from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useLogOut } from '../account/useLogOut.tsx'

interface PhoneMenuProps {
  open: boolean
  onClose: () => void
  title: string
  /** The address of the project. */
  project: string
  handlers: Handlers
  /** As what the project can be exported. */
  exports: readonly MenuEntry[]
  onPalette: () => void
}

/** The sidebar of the phone (1 §2). Its links lead to what there is. */
export function PhoneMenu({ open, onClose, title, project, handlers, exports, onPalette }: PhoneMenuProps) {
  const t = useT()
  const { help } = facts()
  const leaving = useLogOut()
  const link = (label: string, href: string, Mark: Icon) => (
    <a className="phone-link" href={href} onClick={onClose}>
      <Mark aria-hidden />
      {label}
    </a>
  )
  const act = (id: 'textSearch' | 'newSource' | 'import' | 'scan' | 'questions' | 'about', Mark: Icon) => {
    const handler = handlers[id]
    return handler && <Act Mark={Mark} label={t(actionOf(id).title)} onClose={onClose} onAct={handler.run} />
  }
  return (
    <>
      <Drawer open={open} onClose={onClose} title={title}>
        <nav className="phone-links" aria-label={t('project.menu')}>
          {link(t('project.home'), '#/projects', HomeIcon)}
          {link(t('phone.sources'), `#${project}/sources`, SourcesIcon)}
          {link(t('phone.quirks'), `#${project}/quirks`, ListIcon)}
          {can('sharing') && link(t('phone.users'), `#${project}/users`, UsersIcon)}
          {link(t('history.title'), `#${project}/history`, HistoryIcon)}
          {link(t('project.settings'), `#${project}/settings`, SettingsIcon)}
          <hr />
          <Act Mark={SearchIcon} label={t('palette.title')} onClose={onClose} onAct={onPalette} />
          {act('textSearch', TextSearchIcon)}
          {act('newSource', AddFileIcon)}
          {act('import', ImportIcon)}
          {act('scan', ScanIcon)}
          {act('questions', QuestionsIcon)}
          <Exports entries={exports} onClose={onClose} />
          <hr />
          <a className="phone-link" href={help} target="_blank" rel="noreferrer" onClick={onClose}>
            <ExternalIcon aria-hidden />
            {t('help.title')}
          </a>
          {act('about', InfoIcon)}
          {can('accounts') && (
            <Act Mark={LogOutIcon} label={t('phone.logOut')} onClose={onClose} onAct={leaving.logOut} />
          )}
        </nav>
      </Drawer>
      {leaving.dialogs}
    </>
  )
}

function Act({ Mark, label, onClose, onAct }: { Mark: Icon; label: string; onClose: () => void; onAct: () => void }) {
  return (
    <button
      type="button"
      className="phone-link"
      onClick={() => {
        onClose()
        onAct()
      }}
    >
      <Mark aria-hidden />
      {label}
    </button>
  )
}

/** What stands under a heading of a menu stands here among the others. */
const inGroup = (entry: MenuEntry): readonly MenuEntry[] =>
  entry !== 'line' && 'heading' in entry ? entry.items : [entry]

/** Opens in its place: a menu would cover the drawer. */
function Exports({ entries, onClose }: { entries: readonly MenuEntry[]; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="phone-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ExportIcon aria-hidden />
        {t('export.title')}
        <ChevronDownIcon aria-hidden />
      </button>
      {open && (
        <div className="phone-within">
          {entries
            .flatMap(inGroup)
            .map(
              (entry) =>
                entry !== 'line' &&
                'onSelect' in entry && (
                  <Act
                    key={entry.label}
                    Mark={SourceIcon}
                    label={entry.label}
                    onClose={onClose}
                    onAct={entry.onSelect}
                  />
                ),
            )}
        </div>
      )}
    </>
  )
}
