/**
 * What a tab shows of a project (specification 1 §2 "Editor state"): never sent to the server, kept per project in local
 * storage, so that a reload finds the same tabs, places and zoom.
 */
import { proxy, subscribe } from 'valtio'
import { mostUsed } from '../model/limits.ts'
import type { QuoteOrder } from '../model/queries.ts'
import { everyMark, type MarkFilter } from '../model/rules/analysis/markFilter.ts'
import { usualWordCloud, type WordCloudState } from '../model/rules/analysis/wordScope.ts'
import { type ArrangedOrder, usualArrangement } from '../model/rules/arrangedOrder.ts'
import { asAdded, type SourceOrder, type SourcesOnly } from '../model/rules/sourceOrder.ts'
import { firstQuestionId, none } from '../model/schema.ts'
import type { Passage } from './passage.ts'
import { newQuery, type QueryDraft } from './queryDraft.ts'

export interface PanZoom {
  scale: number
  tX: number
  tY: number
  /** Of the canvas that it was taken for, in px. Missing in what was kept before there were these. */
  width?: number
  height?: number
}

export interface Revealed extends Passage {
  highlightId?: number | undefined
  /** The focus goes there too. */
  isFocused?: boolean
  /** Its words have been sought: further places of them are to be found from there. */
  isSought?: boolean
}

export interface EditorState {
  openSources: number[]
  /** -1: none. */
  activeSource: number
  /** Tabs that closed because their source was gone, and whether it was shown: they come back with it, as when an import is redone, to the front by an own step alone. */
  lostSources: { id: number; active: boolean }[]
  activeQuestion: number
  /** The question that one source shows whatever the active one is: the one it was opened at. */
  questionAt: { sourceId: number; questionId: number } | null
  /** The questions that have a tab, by id; null: all, those that are added later too. */
  openQuestions: number[] | null
  /** How the list of sources is ordered, and what it shows alone; null: all. */
  sourceOrder: SourceOrder
  sourcesOnly: SourcesOnly | null
  /** Values of properties by which the list is filtered, by id. */
  sourceValues: number[]
  /** The list is shown in place of the open source. */
  sourcesListed: boolean
  /** The text is open for editing: no highlights are made meanwhile (1 §5). */
  editing: boolean
  /** The words selected in the open text; null when none are. */
  selection: Passage | null
  /** The selection of the open text as it was made, or the caret; null when no text is open. */
  caret: { sourceId: number; questionId: number; anchor: number; head: number; tick: number } | null
  /** The quirk that is being dragged, or that a form is open for. */
  heldQuirk: number | null
  /** A quirk that this person has made in the text, or put into `parentId`, until the canvas has brought it into sight. */
  toSee: { quirkId: number; parentId: number | null } | null
  /** The memo column is open; else it is a strip of marks. */
  memosOpen: boolean
  /** This source is to be written in as soon as its text is open; taken back by the text view. */
  editWanted: number | null
  /** A memo on this source as a whole is to be begun as soon as its text is open; taken back by the text view. */
  memoWanted: number | null
  /** Position of the first line shown, per source and question ("3:1"). */
  scroll: Record<string, number>
  /** Per route name: canvas, tree … */
  panZoom: Record<string, PanZoom>
  /** In ms since 1970: until then the canvas shows all that comes to it. */
  fitUntil: number
  /** Groups whose quirks are left out of every view, by id; none: all quirks are shown (`model/rules/shownQuirks.ts`). */
  uncheckedGroups: number[]
  /** The quirks that passages were given last, the last one first, by id. */
  recentQuirks: number[]
  /** Of the tree view: the quirk whose tree it is, or was last, and the one in it that has the focus; -1: none. */
  treeParent: number
  treeActive: number
  /** Of the codebook: whose insides are folded away, by id. */
  closedQuirks: number[]
  /** Whose highlights and memos are shown, and from when (`model/rules/analysis/markFilter.ts`). */
  markFilter: MarkFilter
  /** Of the word cloud: what is counted, and how it is shown (`model/rules/analysis/wordScope.ts`). */
  cloud: WordCloudState
  /** Of the arranged view: in which order quirks stand. */
  arranged: ArrangedOrder
  /** Of the list of passages: whose (null: every quirk's), with what is inside them, and in which order. */
  quotes: { quirkIds: number[] | null; nested: boolean; order: QuoteOrder; descending: boolean }
  /** What was done last from the palette, the newest first: an act's name, `quirk:5`, `source:3`. */
  recentlyDone: string[]
  /** Canvas and list show all quirks, or what the main query lets through (1 §2). */
  view: 'quirks' | 'criteria'
  /** The main query; the second one is kept while it is off. */
  query: QueryDraft
  secondQuery: QueryDraft
  comparing: boolean
  /** A passage to bring into view, and the highlight on it to flash; without one the passage is selected. Taken back by the text view. */
  reveal: Revealed | null
}

const kept = [
  'openSources',
  'activeSource',
  'activeQuestion',
  'openQuestions',
  'sourceOrder',
  'sourcesOnly',
  'sourceValues',
  'memosOpen',
  'scroll',
  'panZoom',
  'uncheckedGroups',
  'recentlyDone',
  'recentQuirks',
  'treeParent',
  'treeActive',
  'closedQuirks',
  'markFilter',
  'quotes',
  'view',
  'query',
  'secondQuery',
  'comparing',
  'cloud',
  'arranged',
] as const
/** Of what is kept, where words that were typed may stand. */
const worded: ReadonlySet<(typeof kept)[number]> = new Set(['query', 'secondQuery'])
const editors = new Map<string, EditorState>()
let keptUnder = (uuid: string): string => uuid
let keepsWords = (_copy: string): boolean => true

/**
 * Under which name the state of a project is kept, before there is any: what one account has open is none of another's. `mayKeepWords`: whether words
 * may be kept under that name.
 */
export function keepEditorsUnder(name: (uuid: string) => string, mayKeepWords: (copy: string) => boolean): void {
  keptUnder = name
  keepsWords = mayKeepWords
}

/** The state of a project's screens; the same proxy at each call. */
export function editorOf(uuid: string): EditorState {
  const known = editors.get(uuid)
  if (known) return known
  const copy = keptUnder(uuid)
  const key = `thicket:view:${copy}`
  const editor = proxy<EditorState>({
    openSources: [],
    activeSource: none,
    lostSources: [],
    activeQuestion: firstQuestionId,
    questionAt: null,
    openQuestions: null,
    sourceOrder: { ...asAdded },
    sourcesOnly: null,
    sourceValues: [],
    sourcesListed: false,
    editing: false,
    selection: null,
    caret: null,
    heldQuirk: null,
    toSee: null,
    memosOpen: false,
    editWanted: null,
    memoWanted: null,
    scroll: {},
    panZoom: {},
    fitUntil: 0,
    uncheckedGroups: [],
    recentlyDone: [],
    recentQuirks: [],
    treeParent: none,
    treeActive: none,
    closedQuirks: [],
    markFilter: everyMark,
    quotes: { quirkIds: null, nested: true, order: 'quirk', descending: false },
    cloud: { ...usualWordCloud },
    arranged: { ...usualArrangement },
    view: 'quirks',
    query: newQuery(),
    secondQuery: newQuery(),
    comparing: false,
    reveal: null,
    ...stored(key),
  })
  subscribe(editor, () => {
    const names = keepsWords(copy) ? kept : kept.filter((name) => !worded.has(name))
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(names.map((name) => [name, editor[name]]))))
  })
  editors.set(uuid, editor)
  return editor
}

function stored(key: string): Partial<EditorState> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<EditorState>
  } catch {
    return {}
  }
}

export function openSource(editor: EditorState, sourceId: number): void {
  if (!editor.openSources.includes(sourceId)) editor.openSources.push(sourceId)
  editor.activeSource = sourceId
  editor.sourcesListed = false
}

/** Opens the text at a passage. */
export function revealPassage(
  editor: EditorState,
  passage: Passage,
  {
    highlightId,
    isFocused = false,
    isSought = false,
  }: { highlightId?: number | undefined; isFocused?: boolean; isSought?: boolean } = {},
): void {
  const { sourceId, questionId, start, length } = passage
  openSource(editor, sourceId)
  openQuestion(editor, questionId)
  editor.reveal = { sourceId, questionId, start, length, highlightId, isFocused, isSought }
}

/** Opens a source for writing. */
export function writeIn(editor: EditorState, sourceId: number): void {
  openSource(editor, sourceId)
  editor.editWanted = sourceId
}

/** Opens the text of a source and begins a memo on the source as a whole there. */
export function writeMemoOn(editor: EditorState, sourceId: number): void {
  openSource(editor, sourceId)
  editor.memoWanted = sourceId
}

/** Many quirks have come at once, and the canvas hears of them soon. */
export function fitCanvas(editor: EditorState): void {
  editor.fitUntil = Date.now() + 2000
}

/** Closing the active one shows the first that is open, or none. */
export function closeSource(editor: EditorState, sourceId: number): void {
  closeSources(editor, [sourceId])
}

export function closeSources(editor: EditorState, sourceIds: readonly number[]): void {
  const gone = new Set(sourceIds)
  const left = editor.openSources.filter((id) => !gone.has(id))
  // 1 §4: first another source becomes the active one, then the tab closes.
  if (gone.has(editor.activeSource)) editor.activeSource = left[0] ?? none
  if (left.length < editor.openSources.length) editor.openSources = left
}

/** The source of this tab is gone: by an undo, or by somebody else. */
export function loseSource(editor: EditorState, id: number): void {
  const active = editor.activeSource === id
  closeSource(editor, id)
  editor.lostSources = [{ id, active }, ...editor.lostSources.filter((lost) => lost.id !== id)].slice(0, mostLost)
}

/** It is there again, by whomever: its tab stands behind what is shown. */
export function findSource(editor: EditorState, sourceId: number): void {
  if (!editor.lostSources.some(({ id }) => id === sourceId)) return
  editor.lostSources = editor.lostSources.filter(({ id }) => id !== sourceId)
  if (!editor.openSources.includes(sourceId)) editor.openSources.push(sourceId)
}

/** Does a step of this tab's own. A source that was shown when it went, and that the step has brought back, is shown again; `isThere`: whether one is there. */
export async function ownStep<T>(
  editor: EditorState,
  step: () => Promise<T>,
  isThere: (sourceId: number) => Promise<boolean>,
): Promise<T> {
  const lost = editor.lostSources.filter(({ active }) => active)
  const done = await step()
  for (const { id } of lost) {
    if (!(await isThere(id)) || editor.editing) continue
    openSource(editor, id)
    break
  }
  return done
}

/** Tabs that may come back. */
const mostLost = 20

/** Of `questions`, all there are in their order, those that have a tab: one at least. */
export function openedQuestions(open: readonly number[] | null, questions: readonly number[]): number[] {
  const shown = open === null ? [...questions] : questions.filter((id) => open.includes(id))
  return shown.length > 0 ? shown : questions.slice(0, 1)
}

/** The question whose answer is shown; undefined while no questions are known. */
export const shownQuestion = (
  { activeQuestion, openQuestions }: { activeQuestion: number; openQuestions: readonly number[] | null },
  questions: readonly number[],
): number | undefined => {
  const open = openedQuestions(openQuestions, questions)
  return open.includes(activeQuestion) ? activeQuestion : open[0]
}

export function openQuestion(editor: EditorState, questionId: number): void {
  if (editor.openQuestions && !editor.openQuestions.includes(questionId)) editor.openQuestions.push(questionId)
  editor.activeQuestion = questionId
  editor.questionAt = { sourceId: editor.activeSource, questionId }
}

/** The last tab stays. `questions`: all there are, in their order. */
export function closeQuestion(editor: EditorState, questionId: number, questions: readonly number[]): void {
  const open = openedQuestions(editor.openQuestions, questions)
  if (open.length < 2) return
  editor.openQuestions = open.filter((id) => id !== questionId)
}

/** A passage was given this quirk. */
export function noteUsed(editor: EditorState, quirkId: number): void {
  editor.recentQuirks = [quirkId, ...editor.recentQuirks.filter((id) => id !== quirkId)].slice(0, mostUsed)
}

/** Of groups that exist no more nothing is kept: `groups` has the ids of those that do. */
export function checkGroups(editor: EditorState, groups: readonly number[], unchecked: ReadonlySet<number>): void {
  editor.uncheckedGroups = groups.filter((id) => unchecked.has(id))
}

export function showAllGroups(editor: EditorState): void {
  editor.uncheckedGroups = []
}
