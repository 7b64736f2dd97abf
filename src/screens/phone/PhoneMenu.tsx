import { useState } from 'react'
import { faceOf } from '../../actions/actionFace.ts'
import { can, facts } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import { Drawer } from '../../ui/dialogs/Drawer.tsx'
import { ChevronDownIcon, ExportIcon, ExternalIcon, type Icon, LogOutIcon, SourceIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { useLogOut } from '../account/useLogOut.tsx'
import { allViews, onPhone, viewOf } from '../views/views.ts'
import type { Handlers } from '../workspace/actions/doable.ts'

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
  const link = (label: string, href: string, Mark: Icon | undefined) => (
    <a key={href} className="phone-link" href={href} onClick={onClose}>
      {Mark && <Mark aria-hidden />}
      {label}
    </a>
  )
  const act = (
    id: 'textSearch' | 'newSource' | 'import' | 'scan' | 'transcription' | 'questions' | 'cite' | 'about',
  ) => {
    const handler = handlers[id]
    return handler && <Act {...faceOf(t, id)} onClose={onClose} onAct={handler.run} />
  }
  const home = faceOf(t, 'home')
  return (
    <>
      <Drawer open={open} onClose={onClose} title={title}>
        <nav className="phone-links" aria-label={t('project.menu')}>
          {link(home.label, '#/projects', home.icon)}
          {allViews.map((name) => {
            const { title, icon, only } = viewOf(name)
            return onPhone(name) && (!only || can(only)) && link(t(title), `#${project}/${name}`, icon)
          })}
          <hr />
          <Act {...faceOf(t, 'palette')} onClose={onClose} onAct={onPalette} />
          {act('textSearch')}
          {act('newSource')}
          {act('import')}
          {act('scan')}
          {act('transcription')}
          {act('questions')}
          <Exports entries={exports} onClose={onClose} />
          <hr />
          <a className="phone-link" href={help} target="_blank" rel="noreferrer" onClick={onClose}>
            <ExternalIcon aria-hidden />
            {t('help.title')}
          </a>
          {act('cite')}
          {act('about')}
          {can('accounts') && (
            <Act icon={LogOutIcon} label={t('phone.logOut')} onClose={onClose} onAct={leaving.logOut} />
          )}
        </nav>
      </Drawer>
      {leaving.dialogs}
    </>
  )
}

interface ActProps {
  icon: Icon
  label: string
  onClose: () => void
  onAct: () => void
}

function Act({ icon: Mark, label, onClose, onAct }: ActProps) {
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
                    icon={SourceIcon}
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
