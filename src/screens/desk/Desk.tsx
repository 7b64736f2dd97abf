import { Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { can } from '../../data/server/serverFacts.ts'
import { ChatButton } from '../../features/chat/ChatButton.tsx'
import { exportEntries } from '../../features/export/exportEntries.ts'
import { useExport } from '../../features/export/useExport.tsx'
import { EmojiButton } from '../../features/groups/EmojiButton.tsx'
import { FilterNote } from '../../features/groups/FilterNote.tsx'
import { DropZone } from '../../features/import/DropZone.tsx'
import { useImport } from '../../features/import/useImport.tsx'
import { CriteriaNote } from '../../features/query/CriteriaNote.tsx'
import { useShownResult } from '../../features/query/useShownResult.ts'
import { QuirkList, type QuirkListProps } from '../../features/quirks/QuirkList.tsx'
import { useQuirkDialogs } from '../../features/quirks/useQuirkDialogs.tsx'
import { picturesEntry, reportEntries } from '../../features/report/reportEntries.ts'
import { useReport } from '../../features/report/useReport.tsx'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { filteredAnswersQuirkId, sidebar } from '../../model/limits.ts'
import { device } from '../../state/device.ts'
import { editorOf, openSource, revealPassage } from '../../state/editor.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { ResizableSidebar } from '../../ui/dialogs/ResizableSidebar.tsx'
import { FloatingProgress } from '../../ui/feedback/FloatingProgress.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { arriveAt } from '../../ui/useArrival.ts'
import { Banner } from '../Banner.tsx'
import { activeSource } from '../guards.ts'
import { go, useAgain, useHashSearch } from '../hash.ts'
import { useSaveAs } from '../projectList/useSaveAs.tsx'
import { SkipButton } from '../SkipButton.tsx'
import { useHeldDrops } from '../strayDrops.ts'
import { useNarrow } from '../useNarrow.ts'
import { useWindowWidth } from '../useWindowWidth.ts'
import { addingEntries } from '../workspace/actions/addingEntries.ts'
import { useActions } from '../workspace/actions/useActions.tsx'
import { useChosenQuirkActions } from '../workspace/actions/useChosenQuirkActions.ts'
import { QuirkGroups } from '../workspace/QuirkGroups.tsx'
import { SourceTexts } from '../workspace/SourceTexts.tsx'
import { SavingPill } from '../workspace/saving/SavingPill.tsx'
import { useAtRisk } from '../workspace/saving/useAtRisk.ts'
import { useWarnedLeaving } from '../workspace/saving/useWarnedLeaving.ts'
import { useProjectPreferences } from '../workspace/settings/useProjectPreferences.ts'
import { useUndo } from '../workspace/undo/useUndo.ts'
import { useCode } from '../workspace/useCode.ts'
import { useCoding } from '../workspace/useCoding.ts'
import { useGoToPerson } from '../workspace/useGoToPerson.ts'
import { useNotices } from '../workspace/useNotices.ts'
import { usePlaceTold } from '../workspace/usePlaceTold.ts'
import { useTreeRoute } from '../workspace/useTreeRoute.ts'
import { isDeskView } from './deskViewNames.ts'
import type { DeskViewProps } from './deskViews.ts'
import { Navbar } from './Navbar.tsx'
import { PaneSwitch } from './PaneSwitch.tsx'
import { useDeskView } from './useDeskView.ts'

const CanvasView = lazyPart(async () => (await import('../../features/canvas/CanvasView.tsx')).CanvasView, 'project')
const TreeView = lazyPart(async () => (await import('../../features/tree/TreeView.tsx')).TreeView)
const EditGroups = lazyPart(async () => (await import('../../features/groups/EditGroups.tsx')).EditGroups)
const SettingsModal = lazyPart(async () => (await import('../workspace/settings/SettingsModal.tsx')).SettingsModal)
const ProjectPeople = lazyPart(async () => (await import('../workspace/ProjectPeople.tsx')).ProjectPeople)

const navbarWidth = 56
/** Where the canvas has the focus. */
const onCanvas = '.desk-canvas > .canvas'

/** Wide enough for the reading column where the window is, and never more than two fifths of it. */
const usualSidebarWidth = (windowWidth: number): number =>
  Math.round(Math.max(sidebar.leastWidth, Math.min(560, windowWidth * 0.4)))

interface DeskProps {
  /** The view that the address names: the tree, or one of `deskViews`; undefined: the canvas. */
  child: string | undefined
}

/** The open project: quirks on the canvas, texts or a quirk's tree beside it. Features meet here alone. */
export function Desk({ child }: DeskProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { sidebarWidth } = useSnapshot(device)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const narrow = useNarrow()
  const usualWidth = usualSidebarWidth(useWindowWidth())
  const [pane, setPane] = useState<'canvas' | 'text'>('canvas')
  const [setting, setSetting] = useState(false)
  const [people, setPeople] = useState(false)
  const [chatting, setChatting] = useState(false)
  const onPeople = can('sharing') ? () => setPeople(true) : undefined
  const [grouping, setGrouping] = useState<'never' | boolean>('never')
  const [shown, show] = useState<number | null>(null)
  const address = `/projects/${project.uuid}`
  const views = useDeskView(child, () => setPane('canvas'))
  const goToQuirk = useCallback(
    (quirkId: number) => {
      setPane('canvas')
      if (isDeskView(child ?? '')) go(address)
      show(quirkId)
    },
    [child, address],
  )
  const onShown = useCallback(() => show(null), [])
  const code = useCode()
  const quirks = useQuirkDialogs({
    canWrite,
    code,
    groups: (chosen, onChange) => <QuirkGroups chosen={chosen} onChange={onChange} />,
    onGo: goToQuirk,
  })
  const treeOf = useTreeRoute(child === 'tree', editor)
  const coding = useCoding(quirks, canWrite, code)
  const imports = useImport(([first]) => {
    if (first !== undefined) openSource(editor, first)
    setPane('text')
  })
  useHeldDrops(project.uuid, imports.take)
  const exporting = useExport()
  const saving = useSaveAs()
  const reporting = useReport()
  const undo = useUndo()
  const acting = useActions({
    undo,
    canWrite,
    onImport: imports.choose,
    onScan: imports.scan,
    onExport: exporting.run,
    onReport: reporting.run,
    fileActions: saving.actions,
    onGroups: () => setGrouping(true),
    onSettings: () => setSetting(true),
    onPeople,
    onChat: () => setChatting(true),
    onNewQuirk: async () => {
      const quirkId = await quirks.newQuirk()
      if (quirkId !== null) goToQuirk(quirkId)
    },
    onAllQuirks: quirks.showAll,
    onCanvas:
      child === undefined
        ? null
        : () => {
            treeOf.close()
            arriveAt(onCanvas)
          },
    onView: (view) => {
      views.open(view)
      arriveAt('.desk-view')
    },
    onQuirk: goToQuirk,
    quirkActions: useChosenQuirkActions(quirks, treeOf.open, views.openQuotes),
    onHighlight: coding.giveSelected,
    onCodeBySearch: coding.codeBySearch,
    onSource: () => {
      setPane('text')
      if (treeOf.quirkId !== null) treeOf.close()
    },
  })
  const criteria = useShownResult()
  const shownQuery = criteria && (
    <CriteriaNote
      title={criteria.title}
      highlights={criteria.counts}
      onEdit={() => views.open('query')}
      onShowAll={() => {
        editor.view = 'quirks'
      }}
    />
  )
  useNotices()
  usePlaceTold()
  const goToPerson = useGoToPerson({ onText: () => setPane('text'), onQuirk: goToQuirk })
  useProjectPreferences()
  useWarnedLeaving(useAtRisk())
  useAskedSource((id) => openSource(editor, id), project.uuid)

  const view: DeskViewProps = {
    onPassage: (passage, highlightId) => {
      revealPassage(editor, passage, { highlightId })
      setPane('text')
    },
    onQuirk: goToQuirk,
    onQuotes: views.openQuotes,
    onRecode: canWrite ? (passage, highlightId) => void coding.pick(passage, { highlightId }) : undefined,
    onOverlap: views.openOverlap,
    onHighlight: canWrite ? coding.giveTo : undefined,
    result: criteria === null ? null : criteria.result,
    quirkId: views.quirkId,
    canvas: (result, onBare) => canvas('query', result, onBare),
    onCanvas: () => views.open(null),
  }
  // In the footer of the canvas, and in the navbar where that is not in sight.
  const isCanvasShown = !views.Part && !(narrow && (pane !== 'canvas' || treeOf.quirkId !== null))
  const chat = (side: 'top' | 'right' | 'bottom') => (
    <ChatButton
      emoji={(field, onChoose) => <EmojiButton field={field} onChoose={onChoose} />}
      open={chatting}
      onOpenChange={setChatting}
      side={side}
    />
  )
  // In the footer of the canvas, or the head of what stands in its place; in a narrow window in the navbar.
  const pill = !narrow && <SavingPill onSetAside={() => setSetting(true)} />
  const canvas = (route: 'canvas' | 'tree' | 'query', result: QuirkResult | null, onBare: () => void) => (
    <CanvasView
      onNewQuirk={quirks.newQuirk}
      onEditQuirk={(quirkId) => void quirks.editQuirk(quirkId)}
      onCode={code}
      onOverview={treeOf.open}
      onQuotes={views.openQuotes}
      onOverlap={views.openOverlap}
      route={route}
      result={result}
      onBare={onBare}
      onChooseQuirk={quirks.chooseQuirk}
      onMerge={quirks.mergeQuirk}
      onRemove={quirks.removeQuirk}
      onAllQuirks={quirks.showAll}
      search={(onGo) => (
        <>
          <QuirkSearch onGo={onGo} onAll={quirks.showAll} />
          <IconButton {...faceOf(t, 'textSearch')} onClick={acting.openTextSearch} />
        </>
      )}
      show={shown}
      onShown={onShown}
      footer={
        <>
          {isCanvasShown && chat('top')}
          {pill}
        </>
      }
    />
  )
  const strips = (
    <>
      <Banner />
      {imports.progress}
      {exporting.progress}
      {undo.taking !== null && <FloatingProgress label={undo.taking} share={null} />}
      {reporting.dialogs}
    </>
  )
  const sources = <SourceTexts acting={acting} coding={coding} imports={imports} />
  const treeView = treeOf.quirkId !== null && (
    <Suspense>
      <TreeView
        quirkId={treeOf.quirkId}
        onOverview={treeOf.open}
        onClose={treeOf.close}
        onNewQuirk={quirks.newQuirk}
        onEditQuirk={(quirkId) => void quirks.editQuirk(quirkId)}
        onCode={code}
        onChooseQuirk={quirks.chooseQuirk}
        onMerge={quirks.mergeQuirk}
        onRemoveQuirk={quirks.removeQuirk}
      />
    </Suspense>
  )
  return (
    <DropZone className="desk" onFiles={canWrite ? imports.take : undefined}>
      <SkipButton to={`${onCanvas}, .desk-view, .desk-tree, aside.desk-text`} />
      <Navbar
        undo={undo}
        narrow={narrow}
        view={views.name}
        onPerson={goToPerson}
        onView={views.open}
        adding={addingEntries(t, acting.handlers)}
        reports={reportEntries(t, reporting.run)}
        exports={[...exportEntries(t, exporting.run), picturesEntry(t, reporting.run), 'line', saving.entry]}
        onGroups={() => setGrouping(true)}
        onProperties={() => acting.openProperties(null)}
        onPeople={onPeople}
        chat={isCanvasShown ? null : chat(narrow ? 'bottom' : 'right')}
        onSettings={() => setSetting(true)}
        onPalette={acting.openPalette}
        onShortcuts={acting.openShortcuts}
      />
      {narrow && <div className="desk-strips">{strips}</div>}
      <main className="desk-main" data-toast-place hidden={narrow && pane !== 'canvas'}>
        {!narrow && strips}
        {narrow && treeView && <div className="desk-tree">{treeView}</div>}
        {views.Part && (
          <div className="desk-view" role="group" aria-label={views.title && t(views.title)}>
            {views.title && !views.hasTitle && (
              <header className="desk-view-head">
                <h2>{t(views.title)}</h2>
                {pill}
              </header>
            )}
            <div className="desk-view-note">
              <FilterNote />
              {(views.name === 'list' || views.name === 'cloud' || views.name === 'sort') && shownQuery}
            </div>
            <Suspense>
              <views.Part {...view} />
            </Suspense>
          </div>
        )}
        {!views.Part && (
          <div className="desk-canvas" hidden={narrow && treeView !== false}>
            <div className="desk-note">
              <FilterNote />
              {shownQuery}
            </div>
            <Suspense>
              {canvas(treeOf.quirkId === null ? 'canvas' : 'tree', criteria?.result ?? null, () => {
                editor.query.selectedQuirkId = filteredAnswersQuirkId
                views.open('query')
              })}
            </Suspense>
          </div>
        )}
      </main>
      {narrow ? (
        <aside className="desk-text" aria-label={t('project.sidebar')} hidden={pane !== 'text'}>
          {sources}
        </aside>
      ) : (
        <ResizableSidebar
          label={t(treeView ? 'quirk.overview' : 'project.sidebar')}
          width={sidebarWidth ?? usualWidth}
          usualWidth={usualWidth}
          navbarRight={navbarWidth}
          onWidthChange={(width) => {
            device.sidebarWidth = width
          }}
        >
          {treeView}
          <div className="desk-sources" hidden={treeView !== false}>
            {sources}
          </div>
        </ResizableSidebar>
      )}
      {narrow && (
        <PaneSwitch of={['canvas', 'text']} pane={pane} view={views.title && t(views.title)} onChange={setPane} />
      )}
      {imports.dialogs}
      {saving.dialogs}
      {coding.dialogs}
      {quirks.dialogs}
      {acting.dialogs}
      {grouping !== 'never' && canWrite && (
        <Suspense>
          <EditGroups open={grouping} onClose={() => setGrouping(false)} />
        </Suspense>
      )}
      {people && (
        <Suspense>
          <ProjectPeople onClose={() => setPeople(false)} />
        </Suspense>
      )}
      {setting && (
        <Suspense>
          <SettingsModal onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </DropZone>
  )
}

function QuirkSearch(props: Omit<QuirkListProps, 'shown'>) {
  const { uncheckedGroups } = useSnapshot(editorOf(useProject().uuid))
  return <QuirkList shown={useShownQuirks(uncheckedGroups)} {...props} />
}

/** Opens the source that the address asks for, and takes the wish off the address. */
function useAskedSource(open: (sourceId: number) => void, uuid: string): void {
  const asked = activeSource(useHashSearch())
  const again = useAgain()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (asked === null) return
    open(asked)
    go(`/projects/${uuid}`, { replace: true })
  }, [asked, again])
}
