/** Puts CodeMirror together for reading, coding and editing one text. React stands around it, not in it. */
import { standardKeymap } from '@codemirror/commands'
import { Compartment, EditorSelection, EditorState, type Extension, Prec, type StateEffect } from '@codemirror/state'
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view'
import { device, turnParagraphNumbers } from '../../state/device.ts'
import type { Passage } from '../../state/passage.ts'
import { styleNonce } from '../../ui/styleNonce.ts'
import { bindKeys } from './bindKeys.ts'
import { dragPassage } from './dragPassage.ts'
import type { Answer } from './editing/answer.ts'
import type { AnswerPlace } from './editing/answerPlace.ts'
import { copyRich, pasteRich } from './editing/clipboard.ts'
import { editKeymap } from './editing/editCommands.ts'
import { othersCarets } from './editing/othersCarets.ts'
import { isOfOthers, othersPlaces } from './editing/othersPlaces.ts'
import { richPaint } from './editing/richPaint.ts'
import { fromOthers, initialRich, pendingTags, perform, richState, shownIn } from './editing/richState.ts'
import { givenBack, memosGivenBack, withGives } from './editing/sessionRows.ts'
import type { LocalStep, ShownText } from './editing/shownText.ts'
import { findPaint, findState } from './find/find.ts'
import { type ActiveHooks, activeHighlight } from './highlights/activeHighlight.ts'
import { enteredHighlights } from './highlights/enteredHighlights.ts'
import { type ColumnConfig, columnConfig, highlightColumn } from './highlights/highlightColumn.ts'
import { highlightPaint } from './highlights/highlightPaint.ts'
import { highlightState, quirkState, setHighlights, spotlightState } from './highlights/highlightState.ts'
import { hoverHighlights } from './highlights/hoverHighlights.ts'
import { keptSelection } from './keptSelection.ts'
import { lineSides } from './lineSide.ts'
import { memoBoxes } from './memos/memoBoxes.ts'
import { memoPaint } from './memos/memoPaint.ts'
import { setMemos } from './memos/memoState.ts'
import { numbersShown, paragraphNumbers } from './paragraphNumbers.ts'
import { passageOf } from './passageOf.ts'
import { SteadyView } from './steadyView.ts'
import { textTheme } from './textTheme.ts'
import { deleteWords, selectWords } from './unspacedWords.ts'

/** What the view asks of its surroundings; read at each call, so that it may change. */
export interface CodingHooks extends ActiveHooks {
  onSelection(passage: Passage | null): void
  /** The selection as it is, or the caret; not told while the text holds what the worker's does not. */
  onCaret(caret: { anchor: number; head: number; tick: number }): void
  /** The words that are in the hand; null: they are no more. */
  onDrag(words: string | null): void
  /** Anything that a toolbar shows may have changed. */
  onUpdate(): void
  onPick(): void
  onAgain(): void
  /** A new quirk, for the selected words where there are some. */
  onNew(): void
  onEdit(editing: boolean): void
  onFind(): void
  onMenu(at: { x: number; y: number }): void
  /** A memo on the selected words, or to the one at the caret. */
  onMemo(): void
  /** Shows the memos, or hides them. */
  onMemos(): void
  /** Shows by whom and when highlights are to be, or puts that away. */
  onFilter(): void
  onCopyReference(span: { from: number; to: number }): void
}

export interface CodingEditor {
  readonly view: EditorView
  setEditing(editing: boolean, label: string): void
  setColumn(config: ColumnConfig): void
  /** Whether each paragraph has its number beside it. */
  setNumbers(on: boolean): void
  travel(way: 'undo' | 'redo'): boolean
}

interface CodingEditorOptions {
  parent: HTMLElement
  /** Its uuid. */
  project: string
  place: AnswerPlace
  answer: Answer
  shown: ShownText
  label: string
  column: ColumnConfig
  /** What the state has been told before it is shown. */
  first: readonly StateEffect<unknown>[]
  /** Position of the first line to show. */
  scrollTo: number | undefined
  hooks: CodingHooks
}

export function createCodingEditor({
  parent,
  project,
  place,
  answer,
  shown,
  label,
  column,
  first,
  scrollTo,
  hooks,
}: CodingEditorOptions): CodingEditor {
  const now = { editing: false, label, column, numbers: device.paragraphNumbers }
  /** On touch the system's own menu and handles stay. A selection made by taps asks for a menu too, and says that a mouse did. */
  let byTouch = false
  /** Mouse or finger drew the selection: not keys, and not the program. */
  let isByHand = false
  const mode = new Compartment()
  const columns = new Compartment()
  const numbers = new Compartment()

  function travel(way: 'undo' | 'redo'): boolean {
    const { anchor, head } = view.state.selection.main
    const back = answer.travel(way, { anchor, head })
    if (!back) return true
    const done: LocalStep[] = []
    for (const taken of back.done) {
      const { step } = taken
      done.push(withGives(view.state, place, taken))
      perform(view, [step], { userEvent: way })
      const rows = givenBack(view.state, [step])
      if (rows.length > 0) view.dispatch({ effects: setHighlights.of({ put: rows, gone: [] }) })
      const memos = memosGivenBack(view.state, [step])
      if (memos.length > 0) view.dispatch({ effects: setMemos.of({ put: memos, gone: [] }) })
    }
    answer.traveled(way, done)
    const { length } = view.state.doc
    const caret = { anchor: Math.min(back.caret.anchor, length), head: Math.min(back.caret.head, length) }
    view.dispatch({ selection: way === 'undo' ? caret : view.state.selection, scrollIntoView: true })
    return true
  }

  function listen(update: ViewUpdate): void {
    for (const tr of update.transactions) {
      if (tr.selection) isByHand = tr.isUserEvent(byTouch ? 'select' : 'select.pointer')
      if (tr.annotation(fromOthers) || tr.isUserEvent('undo') || tr.isUserEvent('redo')) continue
      const { done } = tr.state.field(richState)
      if (done.length > 0) {
        const { anchor, head } = tr.startState.selection.main
        const group = tr.isUserEvent('input.type') ? 'type' : tr.isUserEvent('delete') ? 'delete' : ''
        const given = done.map((step) => withGives(tr.startState, place, step))
        answer.edited(given, shownIn(tr.state), { anchor, head }, group)
      } else if (tr.selection) answer.moved()
    }
    if (update.selectionSet || update.docChanged) {
      hooks.onSelection(passage())
      tellCaret()
    }
    if (!update.transactions.every(isOfOthers)) hooks.onUpdate()
  }

  const tellCaret = () => {
    const tick = answer.tick()
    const { anchor, head } = view.state.selection.main
    if (tick !== undefined) hooks.onCaret({ anchor, head, tick })
  }

  /** What is selected, else the highlight that is worked on. */
  const cited = () => {
    const { main } = view.state.selection
    return main.empty ? (view.state.field(spotlightState).active ?? main) : main
  }
  const passage = (): Passage | null => {
    const found = passageOf(view.state.doc, view.state.selection.main, isByHand)
    return found && { ...place, ...found, tick: answer.tick() }
  }

  const reading = (name: string): Extension => [
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({
      'aria-label': name,
      'aria-readonly': 'true',
      tabindex: '0',
      inputmode: 'none',
      spellcheck: 'false',
    }),
    keymap.of([
      ...bindKeys('codeTo', () => call(hooks.onPick)),
      ...bindKeys('codeAgain', () => call(hooks.onAgain)),
      ...bindKeys('newQuirkFrom', () => call(hooks.onNew)),
      ...bindKeys('memo', () => call(hooks.onMemo)),
      ...bindKeys('memos', () => call(hooks.onMemos)),
      ...bindKeys('filterHighlights', () => call(hooks.onFilter)),
      ...bindKeys('numbers', () => call(turnParagraphNumbers)),
      ...bindKeys('editText', () => call(() => hooks.onEdit(true))),
      ...bindKeys('unselect', unselect),
    ]),
  ]
  const editing = (name: string): Extension => [
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0', spellcheck: 'true' }),
    EditorView.editorAttributes.of({ class: 'text-editing' }),
    pasteRich,
    keymap.of([
      ...bindKeys('undoTyping', () => travel('undo'), { preventDefault: true, stopPropagation: true }),
      ...bindKeys('redoTyping', () => travel('redo'), { preventDefault: true, stopPropagation: true }),
      ...bindKeys('done', () => call(() => hooks.onEdit(false))),
      ...editKeymap,
      ...deleteWords,
    ]),
  ]

  const view: EditorView = new SteadyView({
    parent,
    ...(scrollTo !== undefined && {
      scrollTo: EditorView.scrollIntoView(EditorSelection.cursor(Math.min(scrollTo, shown.doc.length), 1), {
        y: 'start',
        yMargin: 0,
      }),
    }),
    state: EditorState.create({
      doc: shown.doc,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        textTheme,
        lineSides,
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        initialRich(shown),
        pendingTags,
        highlightState,
        quirkState,
        spotlightState,
        findState,
        activeHighlight(hooks),
        mode.of(reading(label)),
        columns.of(columnConfig.of(column)),
        Prec.high(
          keymap.of([
            ...bindKeys('find', () => call(hooks.onFind), { preventDefault: true, stopPropagation: true }),
            ...bindKeys('copyReference', () => call(() => hooks.onCopyReference(cited())), { preventDefault: true }),
          ]),
        ),
        keymap.of([...standardKeymap]),
        dragPassage(project, () => passage(), hooks.onDrag),
        selectWords,
        copyRich,
        richPaint,
        findPaint,
        othersCarets,
        othersPlaces,
        highlightPaint,
        keptSelection,
        numbers.of(numbersShown.of(now.numbers)),
        paragraphNumbers,
        hoverHighlights,
        enteredHighlights,
        highlightColumn,
        memoBoxes,
        memoPaint,
        EditorView.updateListener.of(listen),
        EditorView.domEventHandlers({
          blur: () => {
            answer.flush()
            return false
          },
          contextmenu: (event, target) => !byTouch && openMenu(event, target, hooks.onMenu),
          pointerdown: ({ pointerType }) => {
            byTouch = pointerType === 'touch'
            return false
          },
          keydown: () => {
            byTouch = false
            return false
          },
        }),
      ],
    }).update({ effects: first }).state,
  })

  return {
    view,
    travel,
    setEditing(on, name) {
      if (on === now.editing && name === now.label) return
      Object.assign(now, { editing: on, label: name })
      view.dispatch({ effects: mode.reconfigure(on ? editing(name) : reading(name)) })
    },
    setNumbers(on) {
      if (on === now.numbers) return
      now.numbers = on
      view.dispatch({ effects: numbers.reconfigure(numbersShown.of(on)) })
    },
    setColumn(config) {
      if (config === now.column) return
      now.column = config
      view.dispatch({ effects: columns.reconfigure(columnConfig.of(config)) })
    },
  }
}

function call(act: () => void): boolean {
  act()
  return true
}

/** The caret stays where the selection ended; false where nothing is selected. */
export function unselect(view: EditorView): boolean {
  const { main } = view.state.selection
  if (main.empty) return false
  view.dispatch({ selection: EditorSelection.cursor(main.head) })
  return true
}

/** By key it opens at the caret. */
function openMenu(event: MouseEvent, view: EditorView, open: (at: { x: number; y: number }) => void): boolean {
  const byKey = event.button !== 2
  if (!byKey) {
    const pos = view.posAtCoords({ x: event.clientX, y: event.clientY })
    const { from, to, empty } = view.state.selection.main
    if (pos !== null && (empty || pos < from || pos > to)) view.dispatch({ selection: { anchor: pos } })
  }
  const caret = view.coordsAtPos(view.state.selection.main.head)
  open(byKey && caret ? { x: caret.left, y: caret.bottom } : { x: event.clientX, y: event.clientY })
  return true
}
