import { Suspense, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject, useRun } from '../data/useLive.ts'
import { DropZone } from '../features/import/DropZone.tsx'
import { importedKinds, useImport } from '../features/import/useImport.tsx'
import { useQuirkDialogs } from '../features/quirks/useQuirkDialogs.tsx'
import { SourcesPane } from '../features/sources/SourcesPane.tsx'
import { problemText } from '../i18n/problemText.ts'
import { useT } from '../i18n/useT.ts'
import { mayWrite } from '../model/access.ts'
import { sidebar } from '../model/limits.ts'
import { device } from '../state/device.ts'
import { editorOf, openSource } from '../state/editor.ts'
import type { Passage } from '../state/passage.ts'
import { ResizableSidebar } from '../ui/ResizableSidebar.tsx'
import { toast } from '../ui/toast.ts'
import { AuthorDialog } from './AuthorDialog.tsx'
import { Banner } from './Banner.tsx'
import { activeSource } from './guards.ts'
import { go, useHashSearch } from './hash.ts'
import { late } from './late.ts'
import { Navbar } from './Navbar.tsx'
import { type Pane, PaneSwitch } from './PaneSwitch.tsx'
import { SavingPill } from './SavingPill.tsx'
import { useNarrow } from './useNarrow.ts'
import { useNotices } from './useNotices.ts'
import { useProjectPreferences } from './useProjectPreferences.ts'
import { useUndo } from './useUndo.ts'
import { useWarnedLeaving } from './useWarnedLeaving.ts'
import { useWindowWidth } from './useWindowWidth.ts'

const CanvasView = late(async () => (await import('../features/canvas/CanvasView.tsx')).CanvasView)
const CodingView = late(async () => (await import('../features/text/CodingView.tsx')).CodingView)
const SettingsModal = late(async () => (await import('./SettingsModal.tsx')).SettingsModal)

const navbarWidth = 56

/** Wide enough for the reading column where the window is, and never more than two fifths of it. */
const usualSidebarWidth = (windowWidth: number): number =>
  Math.round(Math.max(sidebar.leastWidth, Math.min(560, windowWidth * 0.4)))

/** The open project: quirks on the canvas, texts beside it. Features meet here alone. `settings`: the route of that name. */
export function Desk({ settings }: { settings: boolean }) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { sidebarWidth } = useSnapshot(device)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const narrow = useNarrow()
  const usualWidth = usualSidebarWidth(useWindowWidth())
  const [pane, setPane] = useState<Pane>('canvas')
  const [setting, setSetting] = useState(false)
  const [lastQuirk, setLastQuirk] = useState<number | null>(null)
  const run = useRun((problem) => toast.show({ kind: 'error', message: problemText(problem) }))
  const quirks = useQuirkDialogs()
  const imports = useImport(([first]) => {
    if (first !== undefined) openSource(editor, first)
    setPane('text')
  })
  const undo = useUndo()
  useNotices()
  useProjectPreferences()
  useWarnedLeaving()
  useAskedSource((id) => openSource(editor, id), project.uuid)

  const pick = async (passage: Passage, highlightId?: number) => {
    const quirkId = await quirks.chooseQuirk()
    if (quirkId === null) return
    const made =
      highlightId === undefined
        ? await run('createHighlight', { ...passage, quirkId })
        : await run('updateHighlight', { highlightId, quirkId })
    if (made !== undefined || highlightId !== undefined) setLastQuirk(quirkId)
  }
  const newQuirk = async (passage: Passage) => {
    const quirkId = await quirks.newQuirk({ passage })
    if (quirkId !== null) setLastQuirk(quirkId)
  }
  const strips = (
    <>
      <Banner />
      {imports.progress}
    </>
  )
  const sources = (
    <SourcesPane accept={importedKinds} onImport={imports.take}>
      {(sourceId) => (
        <Suspense>
          <CodingView
            sourceId={sourceId}
            onPickQuirk={(passage, highlightId) => void pick(passage, highlightId)}
            onNewQuirk={(passage) => void newQuirk(passage)}
            lastQuirkId={lastQuirk}
            onHighlighted={setLastQuirk}
          />
        </Suspense>
      )}
    </SourcesPane>
  )
  return (
    <DropZone className="desk" onFiles={canWrite ? imports.take : undefined}>
      <button
        type="button"
        className="skip"
        onClick={() => document.querySelector<HTMLElement>('.desk-canvas [tabindex]')?.focus()}
      >
        {t('app.skipToContent')}
      </button>
      <Navbar
        undo={undo}
        narrow={narrow}
        onImport={canWrite ? imports.choose : undefined}
        onSettings={() => (narrow ? go(`/projects/${project.uuid}/settings`) : setSetting(true))}
      />
      {narrow && <div className="desk-strips">{strips}</div>}
      <main className="desk-main" hidden={narrow && pane !== 'canvas'}>
        {!narrow && strips}
        <div className="desk-canvas">
          <Suspense>
            <CanvasView
              onNewQuirk={quirks.newQuirk}
              onEditQuirk={(quirkId) => void quirks.editQuirk(quirkId)}
              onChooseQuirk={quirks.chooseQuirk}
              footer={narrow ? undefined : <SavingPill />}
            />
          </Suspense>
        </div>
      </main>
      {narrow ? (
        <aside className="desk-text" aria-label={t('project.sidebar')} hidden={pane !== 'text'}>
          {sources}
        </aside>
      ) : (
        <ResizableSidebar
          label={t('project.sidebar')}
          width={sidebarWidth ?? usualWidth}
          usualWidth={usualWidth}
          navbarRight={navbarWidth}
          onWidthChange={(width) => {
            device.sidebarWidth = width
          }}
        >
          {sources}
        </ResizableSidebar>
      )}
      {narrow && <PaneSwitch pane={pane} onChange={setPane} />}
      {imports.dialogs}
      {quirks.dialogs}
      <AuthorDialog />
      {(setting || settings) && (
        <Suspense>
          <SettingsModal
            onClose={() => {
              setSetting(false)
              if (settings) go(`/projects/${project.uuid}`, { replace: true })
            }}
          />
        </Suspense>
      )}
    </DropZone>
  )
}

/** Opens the source that the address asks for, and takes the wish off the address. */
function useAskedSource(open: (sourceId: number) => void, uuid: string): void {
  const asked = activeSource(useHashSearch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (asked === null) return
    open(asked)
    go(`/projects/${uuid}`, { replace: true })
  }, [asked])
}
