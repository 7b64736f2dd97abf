import { useSnapshot } from 'valtio'
import { useProject } from '../data/useLive.ts'
import { projectTitle } from '../features/files/paths.ts'
import { useT } from '../i18n/useT.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { HomeIcon, ImportIcon, SettingsIcon } from '../ui/icons.ts'
import { go } from './hash.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { SavingPill } from './SavingPill.tsx'
import { UndoBar } from './UndoBar.tsx'
import type { Undo } from './useUndo.ts'

interface NavbarProps {
  undo: Undo
  narrow: boolean
  /** Without it, nothing can be imported. */
  onImport: (() => void) | undefined
  onSettings: () => void
}

/** The spine of the desk: the project's name, the way home, undo and redo, what concerns the project as a whole. */
export function Navbar({ undo, narrow, onImport, onSettings }: NavbarProps) {
  const t = useT()
  const { name } = useSnapshot(useProject().state)
  return (
    <nav className="desk-nav" aria-label={t('project.navbar')}>
      <IconButton icon={HomeIcon} label={t('project.home')} onClick={() => go('/projects')} />
      <h1 className="desk-title" data-tooltip={name}>
        {projectTitle(name)}
      </h1>
      <UndoBar {...undo} />
      <span className="desk-nav-gap" />
      {narrow && <SavingPill />}
      {onImport && <IconButton icon={ImportIcon} label={t('source.import')} onClick={onImport} />}
      {!narrow && <LanguageMenu side="right" />}
      <IconButton icon={SettingsIcon} label={t('project.settings')} onClick={onSettings} />
    </nav>
  )
}
