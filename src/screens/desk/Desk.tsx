import { Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { faceOf } from '../../actions/actionFace.ts'
import { useProject } from '../../data/live/useLive.ts'
import { ChatButton } from '../../features/chat/ChatButton.tsx'
import { FilterNote } from '../../features/groups/FilterNote.tsx'
import { DropZone } from '../../features/import/DropZone.tsx'
import { CriteriaNote } from '../../features/query/CriteriaNote.tsx'
import { useShownResult } from '../../features/query/useShownResult.ts'
import { useT } from '../../i18n/useT.ts'
import { filteredAnswersQuirkId } from '../../model/limits.ts'
import { device } from '../../state/device.ts'
import { editorOf, openSource } from '../../state/editor.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { ResizableSidebar } from '../../ui/dialogs/ResizableSidebar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { arriveAt } from '../../ui/useArrival.ts'
import { ViewHead } from '../../ui/ViewHead.tsx'
import { go, useAgain, useHashSearch } from '../hash.ts'
import { SkipButton } from '../SkipButton.tsx'
import { useNarrow } from '../useNarrow.ts'
import { useWindowWidth } from '../useWindowWidth.ts'
import { activeSource } from '../views/idsInAddress.ts'
import { type DeskViewProps, isDeskView, type ViewName } from '../views/views.ts'
import { addingEntries } from '../workspace/actions/addingEntries.ts'
import { useTreeRoute } from '../workspace/useTreeRoute.ts'
import { useWorkspace } from '../workspace/useWorkspace.tsx'
import { codebookWidth, navbarWidth, usualSidebarWidth } from './codebookPlace.ts'
import { DeskTop, Navbar } from './Navbar.tsx'
import { PaneSwitch } from './PaneSwitch.tsx'
import { useCodebook } from './useCodebook.ts'
import { useDeskView } from './useDeskView.ts'

const EmojiButton = lazyPart(async () => (await import('../../features/groups/EmojiButton.tsx')).EmojiButton)
const CanvasView = lazyPart(async () => (await import('../../features/canvas/CanvasView.tsx')).CanvasView, 'project')
const Codebook = lazyPart(async () => (await import('../../features/tree/Codebook.tsx')).Codebook)
const QuirkSearch = lazyPart(async () => (await import('./QuirkSearch.tsx')).QuirkSearch)
const TreeView = lazyPart(async () => (await import('../../features/tree/TreeView.tsx')).TreeView)

/** Where the canvas has the focus. */
const onCanvas = '.desk-canvas > .canvas'

/** The open project on a large screen: quirks on the canvas, texts or a quirk's tree beside it. `search` is the query of the address that is shown. */
export function Desk({ view: name, search }: { view: ViewName; search: string }) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { sidebarWidth } = useSnapshot(device)
  const narrow = useNarrow()
  const [pane, setPane] = useState<'canvas' | 'text'>('canvas')
  const [shown, show] = useState<number | null>(null)
  const address = `/projects/${project.uuid}`
  const views = useDeskView(name, search, () => setPane('canvas'))
  const codebook = useCodebook(`${onCanvas}, .desk-view, aside.desk-text`)
  const leftOfCanvas = navbarWidth + (codebook.isOpen && !codebook.isOver ? codebookWidth : 0)
  const usualWidth = usualSidebarWidth(useWindowWidth(), leftOfCanvas)
  const treeOf = useTreeRoute(name === 'tree' ? search : null, editor)
  const goToQuirk = useCallback(
    (quirkId: number) => {
      setPane('canvas')
      if (isDeskView(name)) go(address)
      show(quirkId)
    },
    [name, address],
  )
  const onShown = useCallback(() => show(null), [])
  const workspace = useWorkspace({
    onText: () => {
      setPane('text')
      if (treeOf.quirkId !== null) treeOf.close()
    },
    onQuirk: goToQuirk,
    onMade: goToQuirk,
    onCodebook: codebook.isOpen ? codebook.close : codebook.open,
    views: {
      onCanvas:
        name === 'canvas'
          ? null
          : () => {
              treeOf.close()
              arriveAt(onCanvas)
            },
      onView: (view) => {
        views.open(view)
        arriveAt('.desk-view')
      },
      onOverview: treeOf.open,
      onQuotes: views.openQuotes,
    },
  })
  const { acting, canWrite, chat, coding, imports, quirks, strips } = workspace
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
  useAskedSource((id) => openSource(editor, id), project.uuid)

  const view: DeskViewProps = {
    onPassage: workspace.openPassage,
    onQuirk: goToQuirk,
    onQuotes: views.openQuotes,
    onRecode: canWrite ? (passage, highlightId) => void coding.pick(passage, { highlightId }) : undefined,
    onOverlap: views.openOverlap,
    onHighlight: canWrite ? coding.giveTo : undefined,
    result: criteria === null ? null : criteria.result,
    quirkId: views.quirkId,
    canvas: (result, onBare) => canvas('query', result, onBare),
    onCanvas: () => views.open('canvas'),
  }
  // In the footer of the canvas, and in the navbar where that is not in sight.
  const isCanvasShown = !views.Part && !(narrow && (pane !== 'canvas' || treeOf.quirkId !== null))
  const chatButton = (side: 'top' | 'right' | 'bottom') => (
    <ChatButton
      emoji={(field, onChoose) => <EmojiButton field={field} onChoose={onChoose} />}
      open={chat.isOpen}
      onOpenChange={chat.setOpen}
      side={side}
    />
  )
  const canvas = (route: 'canvas' | 'tree' | 'query', result: QuirkResult | null, onBare: () => void) => (
    <CanvasView
      naming={quirks.naming}
      onEditQuirk={(quirkId) => void quirks.editQuirk(quirkId)}
      onCode={coding.code}
      onOverview={treeOf.open}
      onQuotes={views.openQuotes}
      onOverlap={views.openOverlap}
      route={route}
      result={result}
      onBare={onBare}
      onChooseQuirk={quirks.chooseQuirk}
      onMerge={quirks.mergeQuirk}
      onRemove={quirks.removeQuirk}
      onCodebook={codebook.open}
      onImportCodebook={imports.chooseProject}
      search={(onGo) => (
        <>
          {!codebook.isOpen && (
            <Suspense>
              <QuirkSearch onGo={onGo} onAll={codebook.open} />
            </Suspense>
          )}
          <IconButton {...faceOf(t, 'textSearch')} onClick={acting.openTextSearch} />
        </>
      )}
      show={shown}
      onShown={onShown}
      footer={isCanvasShown && chatButton('top')}
    />
  )
  const treeView = treeOf.quirkId !== null && (
    <Suspense>
      <TreeView
        quirkId={treeOf.quirkId}
        onOverview={treeOf.open}
        onClose={treeOf.close}
        onNewQuirk={quirks.newQuirk}
        onEditQuirk={(quirkId) => void quirks.editQuirk(quirkId)}
        onCode={coding.code}
        onChooseQuirk={quirks.chooseQuirk}
        onMerge={quirks.mergeQuirk}
        onRemoveQuirk={quirks.removeQuirk}
      />
    </Suspense>
  )
  return (
    <DropZone className="desk" onFiles={canWrite ? imports.take : undefined}>
      <SkipButton to={`${onCanvas}, .desk-view, .desk-tree, aside.desk-text`} />
      {!narrow && (
        <DeskTop
          undo={workspace.undo}
          saving={workspace.pill}
          onPerson={workspace.goToPerson}
          onPalette={acting.openPalette}
        />
      )}
      <Navbar
        undo={workspace.undo}
        narrow={narrow}
        view={name}
        onPerson={workspace.goToPerson}
        onView={views.open}
        adding={addingEntries(t, acting.handlers)}
        onTranscription={workspace.onTranscription}
        reports={workspace.reports}
        exports={workspace.exports}
        codebook={codebook}
        onGroups={workspace.onGroups}
        onProperties={() => acting.openProperties(null)}
        onPeople={workspace.onPeople}
        chat={isCanvasShown ? null : chatButton(narrow ? 'bottom' : 'right')}
        onSettings={workspace.onSettings}
        onPalette={acting.openPalette}
        onShortcuts={acting.openShortcuts}
        onHelpDialog={acting.openHelpDialog}
      />
      {codebook.isOpen && (
        <div className="desk-codebook" data-over={codebook.isOver || undefined}>
          <Suspense>
            <Codebook
              isOver={codebook.isOver}
              onClose={codebook.close}
              onGo={(quirkId) => {
                codebook.leave()
                goToQuirk(quirkId)
              }}
              onOverview={(quirkId) => {
                codebook.leave()
                treeOf.open(quirkId)
              }}
              onQuotes={(quirkIds) => {
                codebook.leave()
                views.openQuotes(quirkIds)
              }}
              onNewQuirk={quirks.newQuirk}
              onEditQuirk={(quirkId) => void quirks.editQuirk(quirkId)}
              onCode={coding.code}
              onRemoveQuirk={quirks.removeQuirk}
              onChooseQuirk={quirks.chooseQuirk}
              onMerge={quirks.mergeQuirk}
            />
          </Suspense>
        </div>
      )}
      {narrow && <div className="desk-strips">{strips}</div>}
      <main className="desk-main" data-toast-place hidden={narrow && pane !== 'canvas'}>
        {!narrow && strips}
        {narrow && treeView && <div className="desk-tree">{treeView}</div>}
        {views.Part && (
          <div className="desk-view" role="group" aria-label={views.title && t(views.title)}>
            {views.title && !views.hasTitle && <ViewHead title={t(views.title)} />}
            <div className="desk-view-note">
              <FilterNote />
              {views.showsResult && shownQuery}
            </div>
            <Suspense key={name} fallback={<Skeleton lines={8} />}>
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
          {workspace.text}
        </aside>
      ) : (
        <ResizableSidebar
          label={t(treeView ? 'quirk.overview' : 'project.sidebar')}
          width={sidebarWidth ?? usualWidth}
          usualWidth={usualWidth}
          navbarRight={leftOfCanvas}
          onWidthChange={(width) => {
            device.sidebarWidth = width
          }}
        >
          {treeView}
          <div className="desk-sources" hidden={treeView !== false}>
            {workspace.text}
          </div>
        </ResizableSidebar>
      )}
      {narrow && (
        <PaneSwitch of={['canvas', 'text']} pane={pane} view={views.title && t(views.title)} onChange={setPane} />
      )}
      {workspace.dialogs}
    </DropZone>
  )
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
