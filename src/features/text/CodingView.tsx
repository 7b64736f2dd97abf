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
import { device } from '../../state/device.ts'
import { editorOf } from '../../state/editor.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { CodingHooks } from './codingEditor.ts'
import type { CodingViewProps } from './codingViewProps.ts'
import { FindBar } from './find/FindBar.tsx'
import { endFind, letGo } from './find/find.ts'
import { stepTo } from './highlights/activeHighlight.ts'
import { everyHighlightIn, setQuirks, setShows, setSpotlight, spotlightState } from './highlights/highlightState.ts'
import { useActiveHighlight } from './highlights/useActiveHighlight.ts'
import { useColumn } from './highlights/useColumn.ts'
import { type MarkFiltering, useMarkFilter } from './highlights/useMarkFilter.tsx'
import { looksOf, useQuirkLooks } from './highlights/useQuirkLooks.ts'
import { setMemoBoxes } from './memos/memoBoxes.ts'
import { memoState } from './memos/memoState.ts'
import { type MemoPane, useMemoPane } from './memos/useMemoPane.tsx'
import { EmptyText, LoadingText } from './TextStates.tsx'
import { TextTools } from './TextTools.tsx'
import { type AnswerView, useAnswerView } from './useAnswerView.ts'
import { useBrushing } from './useBrushing.ts'
import { useCodedFlight } from './useCodedFlight.tsx'
import { useCodingActions } from './useCodingActions.ts'
import { useCutOff } from './useCutOff.ts'
import { useReveal } from './useReveal.ts'
import { useTextEditing } from './useTextEditing.ts'
import { useTextMenu } from './useTextMenu.tsx'
import { useTouch } from './useTouch.ts'

const SelectionBar = lazyPart(async () => (await import('./SelectionBar.tsx')).SelectionBar)
const ActiveTools = lazyPart(async () => (await import('./highlights/ActiveTools.tsx')).ActiveTools)
const DragChip = lazyPart(async () => (await import('./DragChip.tsx')).DragChip)
const SoundBar = lazyPart(async () => (await import('./sound/SoundBar.tsx')).SoundBar)
const RenameSpeaker = lazyPart(async () => (await import('./speakers/RenameSpeaker.tsx')).RenameSpeaker)
const PrintedMemos = lazyPart(async () => (await import('./memos/PrintedMemos.tsx')).PrintedMemos)
/** Reading, coding and editing the text of one source. */
export function CodingView({ questionId = firstQuestionId, ...rest }: CodingViewProps) {
  return <OpenText key={`${rest.sourceId}:${questionId}`} {...rest} questionId={questionId} />
}

function OpenText(props: CodingViewProps & { questionId: number }) {
  const { sourceId, questionId } = props
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { editing, selection } = useSnapshot(editor)
  const canWrite = mayWrite(useSnapshot(project.state).access)
  const title = useValue('source', { sourceId })?.title ?? ''
  const quirks = useRows('quirks', {})
  const questions = useQuestions() ?? []
  const asked = questions.findIndex(({ id }) => id === questionId)
  const question = questions[asked] && questions.length > 1 ? questionTitle(questions[asked], asked) : undefined
  const settings = useSettings(useSnapshot(device).settings)
  const element = useRef<HTMLDivElement>(null)
  const place = useMemo(() => ({ sourceId, questionId }), [sourceId, questionId])
  const [finding, setFinding] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  /** Another for each text that is looked for from elsewhere. */
  const [sought, setSought] = useState(0)
  const touch = useTouch()
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

  const menu = useTextMenu({
    ...{ editor, canWrite, lastTitle, quirks, actions, acts },
    opened: () => opened.current,
    memos: () => memosNow.current,
    canCreate: props.onNewQuirk !== undefined,
    onFind: () => setFinding(true),
  })

  const label = editing ? t('text.labelEditing', { title }) : t('text.label', { title })
  const latest = useRef({ actions, acts, menu, quirks })
  latest.current = { actions, acts, menu, quirks }
  const column = useColumn(settings.highlightColumnWidth, latest)
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
      onMenu: (at) => latest.current.menu.open(at),
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
  useTextEditing({
    ...{ coding, sourceId, editor, canWrite, label, hasTold },
    edit: () => latest.current.actions.edit(true),
  })
  useEffect(() => coding?.setColumn(column), [coding, column])
  useEffect(() => coding?.setNumbers(paragraphNumbers), [coding, paragraphNumbers])
  const filtering = useMarkFilter(coding, place, updates)
  filterNow.current = filtering
  useQuirkLooks(coding?.view ?? null, quirks)
  useReveal(coding?.view ?? null, place, editor, updates, () => {
    setSought((n) => n + 1)
    setFinding(true)
  })
  useBrushing(coding)
  const flight = useCodedFlight(coding, place, () => latest.current.quirks)

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
                items={menu.entriesOf([active])}
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
      <div className="text-host" ref={element} hidden={isEmpty} onPointerDownCapture={touch.onPointerDownCapture} />
      <Suspense>
        {selection && coding && isRead && canWrite && !memos.draft && dragged === null && (
          <SelectionBar
            {...{ view: coding.view, frame, quirks }}
            isPressed={touch.isPressed}
            isTouched={touch.isTouched}
            onPick={actions.pick}
            onCode={actions.code}
            onMemo={memos.write}
            onCopy={actions.copy}
            onInVivo={actions.inVivo}
          />
        )}
      </Suspense>
      {coding && memos.view(coding.view)}
      {flight}
      <Suspense>{dragged !== null && <DragChip words={dragged} onDrag={setDragged} />}</Suspense>
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
      {view.state === 'loading' && <LoadingText />}
      {(isEmpty || view.state === 'missing') && (
        <EmptyText
          isAnswer={question !== undefined}
          onEdit={isEmpty && canWrite ? () => actions.edit(true) : undefined}
        />
      )}
      {menu.view}
    </div>
  )
}
