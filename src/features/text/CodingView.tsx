import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Offers, offer } from '../../actions/offers.ts'
import { useProject, useRows, useValue } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useSettings } from '../../data/live/useSettings.ts'
import { questionTitle } from '../../i18n/questionTitle.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { firstQuestionId } from '../../model/schema.ts'
import { markQuirk, onBrush } from '../../state/brush.ts'
import { type Coding, onCoding } from '../../state/coded.ts'
import { device } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { EditIcon, SourceIcon } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { CodedFlightProps } from './CodedFlight.tsx'
import { type CodingHooks, unselect } from './codingEditor.ts'
import type { CodingViewProps } from './codingViewProps.ts'
import { FindBar } from './find/FindBar.tsx'
import { endFind, letGo } from './find/find.ts'
import { stepTo } from './highlights/activeHighlight.ts'
import type { ColumnConfig } from './highlights/highlightColumn.ts'
import { highlightMenu } from './highlights/highlightMenu.tsx'
import {
  everyHighlightIn,
  highlightsAt,
  type PlacedHighlight,
  setQuirks,
  setShows,
  setSpotlight,
  spotlightState,
} from './highlights/highlightState.ts'
import { spotOf } from './highlights/spotOf.ts'
import { useActiveHighlight } from './highlights/useActiveHighlight.ts'
import { type MarkFiltering, useMarkFilter } from './highlights/useMarkFilter.tsx'
import { looksOf, useQuirkLooks } from './highlights/useQuirkLooks.ts'
import { setMemoBoxes } from './memos/memoBoxes.ts'
import { memoState } from './memos/memoState.ts'
import { type MemoPane, useMemoPane } from './memos/useMemoPane.tsx'
import { TextTools } from './TextTools.tsx'
import { textMenu } from './textMenu.ts'
import { type AnswerView, useAnswerView } from './useAnswerView.ts'
import { useCodingActions } from './useCodingActions.ts'
import { useCutOff } from './useCutOff.ts'
import { useReveal } from './useReveal.ts'

const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar)
const ActiveTools = lazyPart(async () => (await import('./highlights/ActiveTools.tsx')).ActiveTools)
const DragChip = lazyPart(async () => (await import('./DragChip.tsx')).DragChip)
const CodedFlight = lazyPart(async () => (await import('./CodedFlight.tsx')).CodedFlight)
const SoundBar = lazyPart(async () => (await import('./sound/SoundBar.tsx')).SoundBar)
const RenameSpeaker = lazyPart(async () => (await import('./speakers/RenameSpeaker.tsx')).RenameSpeaker)
const PrintedMemos = lazyPart(async () => (await import('./memos/PrintedMemos.tsx')).PrintedMemos)
/** So long the bracket of coded words may be on its way, in ms. */
const drawnWithin = 2000
/** Of a passage, in units of its text. */
const onChip = 60

/** Reading, coding and editing the text of one source. */
export function CodingView({ questionId = firstQuestionId, ...rest }: CodingViewProps) {
  return <OpenText key={`${rest.sourceId}:${questionId}`} {...rest} questionId={questionId} />
}

function OpenText(props: CodingViewProps & { questionId: number }) {
  const { sourceId, questionId } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { editing, editWanted, selection } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const title = useValue('source', { sourceId })?.title ?? ''
  const quirks = useRows('quirks', {})
  const questions = useQuestions() ?? []
  const asked = questions.findIndex(({ id }) => id === questionId)
  const question = questions[asked] && questions.length > 1 ? questionTitle(questions[asked], asked) : undefined
  const settings = useSettings(useSnapshot(device).settings)
  const element = useRef<HTMLDivElement>(null)
  const place = useMemo(() => ({ sourceId, questionId }), [sourceId, questionId])
  const [menu, setMenu] = useState<{ at: Point; items: MenuEntry[]; label: string } | null>(null)
  const [finding, setFinding] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  /** Another for each text that is looked for from elsewhere. */
  const [sought, setSought] = useState(0)
  const [touched, setTouched] = useState(false)
  const isPressed = useRef(false)
  const { paragraphNumbers } = useSnapshot(device)
  const [updates, setUpdates] = useState(0)
  const [dragged, setDragged] = useState<string | null>(null)

  const opened = useRef<AnswerView>({ state: 'loading' })
  const memosNow = useRef<MemoPane | null>(null)
  const filterNow = useRef<MarkFiltering | null>(null)
  const last = props.lastQuirkId == null ? undefined : quirks?.get(props.lastQuirkId)
  const lastTitle = last && (last.title || t('quirk.untitled'))
  const actions = useCodingActions({ props, canWrite, last, view: () => opened.current })

  const acts = useActiveHighlight({
    ...{ props, place, canWrite, title, question, quirks, actions },
    view: () => (opened.current.state === 'open' ? opened.current.coding.view : null),
    tick: () => (opened.current.state === 'open' ? opened.current.answer.tick() : undefined),
  })

  const menuOf = (highlights: readonly PlacedHighlight[]): MenuEntry[] =>
    highlightMenu(highlights, {
      t,
      canWrite,
      quirkOf: (id) => quirks?.get(id),
      onRecode: acts.onRecode,
      onSelect: actions.select,
      onFit: editor.selection ? acts.onFit : undefined,
      onCut: editor.selection ? acts.onCut : undefined,
      onCopyReference: acts.onCopyReference,
      onRemove: (highlight) => acts.onRemove(highlight, true),
    })
  const openMenu = (at: Point) => {
    if (opened.current.state !== 'open') return
    const { state } = opened.current.coding.view
    const { from, to } = state.selection.main
    const { active } = state.field(spotlightState)
    const items = textMenu({
      t,
      actions,
      canWrite,
      editing: editor.editing,
      hasSelection: editor.selection !== null,
      canCreate: props.onNewQuirk !== undefined,
      lastTitle,
      here: menuOf(active && from === to ? [active] : highlightsAt(state, from, to)),
      onFind: () => setFinding(true),
      onCopyReference: () => acts.onCopyReference({ from, to }),
      memos: memosNow.current?.menu(from, to),
    })
    setMenu({ at, items, label: t('text.menu') })
  }

  const label = editing ? t('text.labelEditing', { title }) : t('text.label', { title })
  const share = settings.highlightColumnWidth
  const latest = useRef({ actions, acts, openMenu, menuOf, quirks })
  latest.current = { actions, acts, openMenu, menuOf, quirks }
  const column = useMemo<ColumnConfig>(
    () => ({
      share: share / 100,
      label: t('text.highlightColumn'),
      nameOf: (highlight) => latest.current.acts.nameOf(highlight),
      nameWith: (highlight, value) => t('ui.labelled', { label: latest.current.acts.nameOf(highlight), value }),
      tell: (highlight) => latest.current.acts.tell(highlight),
      moreName: (n) => t('text.moreLanes', { n }),
      onOpen: (highlights, box) =>
        setMenu({
          at: { x: box.right + 4, y: Math.min(Math.max(box.top, 8), innerHeight - 160) },
          items: latest.current.menuOf(highlights),
          label: t('text.highlightsHere'),
        }),
      onRemove: (highlight) => latest.current.acts.onRemove(highlight),
    }),
    [share, t],
  )
  /** The text itself has told of selected words. */
  const hasTold = useRef(false)
  const hooks = useMemo<CodingHooks>(
    () => ({
      onSelection: (passage) => {
        hasTold.current = passage !== null
        editor.selection = passage
      },
      onCaret: (caret) => {
        editor.caret = { ...place, ...caret }
      },
      onDrag: setDragged,
      onUpdate: () => setUpdates((n) => n + 1),
      onPick: () => latest.current.actions.pick(),
      onAgain: () => latest.current.actions.again(),
      onNew: () => latest.current.actions.create(),
      onEdit: (on) => latest.current.actions.edit(on),
      onFind: () => setFinding(true),
      onMenu: (at) => latest.current.openMenu(at),
      onMemo: () => memosNow.current?.write(),
      onMemos: () => memosNow.current?.toggle(),
      onFilter: () => filterNow.current?.toggle(),
      onStep: (highlight) => latest.current.acts.onStep(highlight),
      onRecode: (highlight) => latest.current.acts.onRecode(highlight),
      onRemove: (highlight) => latest.current.acts.onRemove(highlight),
      onMoving: (words) => latest.current.acts.onMoving(words),
      onResize: (highlight, ends) => latest.current.acts.onResize(highlight, ends),
      onCopyReference: (span) => latest.current.acts.onCopyReference(span),
    }),
    [editor, place],
  )
  const writes = (author: string) => t('text.writes', { author: author || t('text.someone') })
  const first = () => [
    ...(latest.current.quirks ? [setQuirks.of(looksOf(latest.current.quirks.values()))] : []),
    ...(filterNow.current?.shows ? [setShows.of(filterNow.current.shows)] : []),
    ...(memosNow.current ? [setMemoBoxes(memosNow.current.config)] : []),
  ]
  const onCutOff = useCutOff(editor)
  const onProblem = showProblem
  const view = useAnswerView({ project, place, element, label, column, hooks, first, onProblem, writes, onCutOff })
  opened.current = view
  const frame = useRef<HTMLDivElement>(null)
  const memos = useMemoPane({ place, opened: view, canWrite, frame, share: settings.memoColumnWidth })
  memosNow.current = memos

  const coding = view.state === 'open' ? view.coding : null
  useEffect(() => coding?.setEditing(editing, label), [coding, editing, label])
  // A text without words is not shown before it is edited, and takes the focus only when it is.
  useEffect(() => {
    if (editing) coding?.view.focus()
  }, [coding, editing])
  useEffect(() => {
    if (!coding || editWanted !== sourceId) return
    editor.editWanted = null
    latest.current.actions.edit(true)
  }, [coding, editWanted, sourceId, editor])
  // The screen has let go of what was selected.
  useEffect(() => {
    if (!coding || selection !== null || editor.selection !== null || !hasTold.current) return
    unselect(coding.view)
    // Without the focus, CodeMirror leaves to the browser what that shows as selected.
    const shown = getSelection()
    if (!coding.view.hasFocus && coding.view.contentDOM.contains(shown?.anchorNode ?? null)) shown?.removeAllRanges()
  }, [coding, selection, editor])
  useEffect(() => coding?.setColumn(column), [coding, column])
  useEffect(() => coding?.setNumbers(paragraphNumbers), [coding, paragraphNumbers])
  const filtering = useMarkFilter(coding, place, updates)
  filterNow.current = filtering
  useQuirkLooks(coding?.view ?? null, quirks)
  useReveal(coding?.view ?? null, place, editor, updates, () => {
    setSought((n) => n + 1)
    setFinding(true)
  })
  // Someone has made this project read-only for us meanwhile.
  useEffect(() => {
    if (!canWrite) editor.editing = false
  }, [canWrite, editor])
  // The state of the tab's editor is this text's only as long as it is shown.
  useEffect(
    () => () => {
      editor.editing = false
      editor.selection = null
      editor.caret = null
    },
    [editor],
  )

  useEffect(
    () =>
      onBrush((brushed) => {
        const { view: shown } = coding ?? {}
        const quirkIds = brushed && brushed.by !== 'text' ? brushed.quirkIds : null
        if (shown && shown.state.field(spotlightState).brushed !== quirkIds)
          shown.dispatch({ effects: setSpotlight.of({ brushed: quirkIds }) })
      }),
    [coding],
  )
  const chosenQuirk = coding?.view.state.field(spotlightState).active?.value.quirkId
  useEffect(() => {
    if (chosenQuirk !== undefined) markQuirk(chosenQuirk)
  }, [chosenQuirk])
  const [flight, setFlight] = useState<CodedFlightProps | null>(null)
  const fly = ({ passage, isDropped, done }: Coding) => {
    if (!coding || passage.sourceId !== sourceId || passage.questionId !== questionId) return
    const [from, to] = [passage.start, passage.start + passage.length]
    const { view: shown } = coding
    shown.dispatch({ effects: setSpotlight.of({ coded: { from, to, until: performance.now() + drawnWithin } }) })
    const spot = isDropped || shown.dom.offsetWidth === 0 ? undefined : spotOf(shown, from, to)
    const words = shown.state.sliceDoc(from, Math.min(to, from + onChip)).replace(/\s+/g, ' ')
    if (spot) setFlight({ from: spot, words, done, quirks: () => latest.current.quirks })
  }
  const flies = useRef(fly)
  flies.current = fly
  useEffect(() => onCoding((act) => flies.current(act)), [])

  const codeBySearch = (sought: string) => {
    if (coding) letGo(coding.view)
    props.onCodeBySearch?.(sought)
  }
  const step = (by: 1 | -1) => {
    if (!coding) return
    coding.view.focus()
    stepTo(coding.view, by, acts)
  }
  const active = coding && !editing ? coding.view.state.field(spotlightState).active : null
  const isRead = coding !== null && !editing
  const offers = useRef<Offers>({})
  offers.current = {
    codeTo: isRead ? actions.pick : undefined,
    codeAgain: isRead && last ? actions.again : undefined,
    codeBySearch: coding && props.onCodeBySearch ? () => codeBySearch('') : undefined,
    find: coding ? () => setFinding(true) : undefined,
    nextHighlight: coding ? () => step(1) : undefined,
    previousHighlight: coding ? () => step(-1) : undefined,
    newQuirkFrom: isRead && props.onNewQuirk && editor.selection ? actions.create : undefined,
    filterHighlights: coding ? filtering.toggle : undefined,
    editText: isRead ? () => actions.edit(true) : undefined,
    renameSpeaker: isRead ? () => setRenaming(true) : undefined,
    memo: coding && editor.selection ? memos.write : undefined,
    memoOnSource: coding ? memos.writeOnSource : undefined,
    memos: coding ? memos.toggle : undefined,
  }
  useEffect(() => offer(() => offers.current), [])
  useEffect(() => {
    const lift = () => {
      isPressed.current = false
    }
    const ends = ['pointerup', 'pointercancel'] as const
    for (const end of ends) window.addEventListener(end, lift, { capture: true })
    return () => {
      for (const end of ends) window.removeEventListener(end, lift, { capture: true })
    }
  }, [])
  const size = settings.sourceFontSize
  const memoCount = coding?.view.state.field(memoState).shown.length ?? 0
  const isEmpty = coding !== null && !editing && coding.view.state.doc.length === 0
  return (
    <div
      className="text"
      ref={frame}
      style={{ '--source-font-size': `${size}px`, '--memo-share': memos.width }}
      data-editing={editing || undefined}
    >
      <TextTools
        coding={coding}
        answer={view.state === 'open' ? view.answer : null}
        editing={editing}
        canWrite={canWrite}
        lastTitle={lastTitle}
        finding={finding}
        onPick={actions.pick}
        onAgain={actions.again}
        onFind={() => setFinding(!finding)}
        onEdit={actions.edit}
        memos={{ ...memos, count: memoCount }}
        onCodeBySearch={props.onCodeBySearch && (() => codeBySearch(''))}
        onRenameSpeaker={() => setRenaming(true)}
        filtering={filtering}
        active={
          active && (
            <Suspense>
              <ActiveTools
                highlight={active}
                {...{ title: acts.tell(active).title, color: acts.colorOf(active) }}
                items={menuOf([active])}
                onStep={step}
                onLeave={() => coding?.view.dispatch({ effects: setSpotlight.of({ active: null, draft: null }) })}
              />
            </Suspense>
          )
        }
      />
      {filtering.bar}
      {finding && coding && (
        <FindBar
          key={sought}
          view={coding.view}
          onCodeAll={canWrite && props.onCodeBySearch ? codeBySearch : undefined}
          onClose={() => {
            setFinding(false)
            endFind(coding.view)
            coding.view.focus()
          }}
        />
      )}
      <div
        className="text-host"
        ref={element}
        hidden={isEmpty}
        onPointerDownCapture={({ pointerType }) => {
          setTouched(pointerType === 'touch')
          isPressed.current = true
        }}
      />
      <Suspense>
        {selection && coding && isRead && canWrite && !memos.draft && dragged === null && (
          <SelectionBar
            {...{ view: coding.view, frame, isPressed, quirks }}
            isTouched={touched}
            onPick={actions.pick}
            onCode={actions.code}
            onMemo={memos.write}
            onCopy={actions.copy}
            onInVivo={actions.inVivo}
          />
        )}
      </Suspense>
      {coding && memos.view(coding.view)}
      <Suspense>
        {flight && <CodedFlight {...flight} />}
        {dragged !== null && <DragChip words={dragged} onDrag={setDragged} />}
      </Suspense>
      <Suspense>
        {coding && (
          <SoundBar
            {...{ view: coding.view, doc: coding.view.state.doc, place, editing, canWrite, active }}
            codedIn={everyHighlightIn}
          />
        )}
      </Suspense>
      <Suspense>{coding && <PrintedMemos view={coding.view} />}</Suspense>
      <Suspense>
        {coding && isRenaming && (
          <RenameSpeaker place={place} doc={coding.view.state.doc} onClose={() => setRenaming(false)} />
        )}
      </Suspense>
      {view.state === 'loading' && (
        <div className="text-loading">
          <Skeleton lines={9} height="0.9em" />
        </div>
      )}
      {(isEmpty || view.state === 'missing') && (
        <EmptyState
          icon={SourceIcon}
          title={t(question === undefined ? 'text.empty' : 'text.emptyAnswer')}
          actions={
            isEmpty &&
            canWrite && (
              <Button kind="primary" icon={EditIcon} onClick={() => actions.edit(true)}>
                {t('text.edit')}
              </Button>
            )
          }
        >
          {t('text.emptyText')}
        </EmptyState>
      )}
      <MenuAt at={menu?.at ?? null} items={menu?.items ?? []} label={menu?.label ?? ''} onClose={() => setMenu(null)} />
    </div>
  )
}
