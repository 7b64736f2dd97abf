import { type ReactNode, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import { facts } from '../data/facts.ts'
import { useProject } from '../data/useLive.ts'
import { useSourceActions } from '../features/sources/useSourceActions.tsx'
import { useT } from '../i18n/useT.ts'
import { editorOf, openSource, showAllGroups } from '../state/editor.ts'
import type { Handlers } from './acts.ts'
import { go } from './hash.ts'
import { late } from './late.ts'
import { openHelp } from './openHelp.ts'
import { useActKeys } from './useActKeys.ts'
import type { Undo } from './useUndo.ts'

const CommandPalette = late(async () => (await import('./CommandPalette.tsx')).CommandPalette)
const ShortcutSheet = late(async () => (await import('./ShortcutSheet.tsx')).ShortcutSheet)
const AboutDialog = late(async () => (await import('./AboutDialog.tsx')).AboutDialog)

interface Doing {
  undo: Undo
  canWrite: boolean
  onImport: () => void
  onGroups: () => void
  onSettings: () => void
  onNewQuirk: () => void
  onAllQuirks: () => void
  /** Back to the canvas; null where it is shown. */
  onCanvas: (() => void) | null
  /** Shows a quirk where it is. */
  onQuirk: (quirkId: number) => void
  /** Highlights the selected words. */
  onHighlight: (quirkId: number) => void
  /** A source has been opened. */
  onSource: (sourceId: number) => void
}

export interface Acting {
  handlers: Handlers
  openPalette: () => void
  openShortcuts: () => void
  dialogs: ReactNode
}

/** What can be done on the page now, by key or from the palette; `dialogs` are to be drawn. */
export function useActs(doing: Doing): Acting {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { editing, uncheckedGroups } = useSnapshot(editor)
  const { create } = useSourceActions()
  const [palette, setPalette] = useState({ turn: 0, open: false, fromText: false })
  const [shown, show] = useState<'shortcuts' | 'about' | null>(null)

  const openPalette = () => {
    const fromText = document.activeElement?.closest('.cm-editor') != null
    setPalette(({ turn }) => ({ turn: turn + 1, open: true, fromText }))
  }
  const openShortcuts = () => show('shortcuts')
  const openFound = (sourceId: number) => {
    openSource(editor, sourceId)
    doing.onSource(sourceId)
  }
  const { undo, redo, paused, take } = doing.undo
  const step = (way: 'undo' | 'redo', title: string | null) =>
    title === null || paused ? undefined : { run: () => take(way), title: t(`project.${way}`, { title }) }
  const always = (run: () => void) => ({ run })
  const ifMay = (run: () => void) => (doing.canWrite ? { run } : undefined)

  const handlers: Handlers = {
    newQuirk: ifMay(doing.onNewQuirk),
    newSource: ifMay(create),
    import: ifMay(doing.onImport),
    undo: step('undo', undo),
    redo: step('redo', redo),
    canvas: doing.onCanvas ? always(doing.onCanvas) : undefined,
    allQuirks: always(doing.onAllQuirks),
    groups: ifMay(doing.onGroups),
    showAllGroups: uncheckedGroups.length > 0 ? always(() => showAllGroups(editor)) : undefined,
    settings: always(doing.onSettings),
    shortcuts: always(openShortcuts),
    help: facts().help ? always(openHelp) : undefined,
    about: always(() => show('about')),
    home: always(() => go('/projects')),
  }
  useActKeys({ ...handlers, palette: always(openPalette) }, editing)

  const dialogs = (
    <Suspense>
      {palette.turn > 0 && (
        <CommandPalette
          key={palette.turn}
          open={palette.open}
          onClose={() => setPalette((before) => ({ ...before, open: false }))}
          fromText={palette.fromText}
          handlers={handlers}
          onQuirk={doing.onQuirk}
          onHighlight={doing.onHighlight}
          onSource={openFound}
        />
      )}
      {shown === 'shortcuts' && <ShortcutSheet onClose={() => show(null)} />}
      {shown === 'about' && <AboutDialog onClose={() => show(null)} />}
    </Suspense>
  )
  return { handlers, openPalette, openShortcuts, dialogs }
}
