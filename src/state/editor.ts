/**
 * What a tab shows of a project (specification 1 §2 "Editor state"): never sent to the server, kept per project in local
 * storage, so that a reload finds the same tabs, places and zoom.
 */
import { proxy, subscribe } from 'valtio'
import { mostUsed } from '../model/limits.ts'
import { firstQuestionId, none } from '../model/schema.ts'
import type { Passage } from './passage.ts'

export interface PanZoom {
  scale: number
  tX: number
  tY: number
}

export interface EditorState {
  openSources: number[]
  /** -1: none. */
  activeSource: number
  activeQuestion: number
  /** The text is open for editing: no highlights are made meanwhile (1 §5). */
  editing: boolean
  /** The words selected in the open text; null when none are. */
  selection: Passage | null
  /** Position of the first line shown, per source and question ("3:1"). */
  scroll: Record<string, number>
  /** Per route name: canvas, tree … */
  panZoom: Record<string, PanZoom>
  /** Groups whose quirks are left out of every view, by id; none: all quirks are shown (`model/rules/shownQuirks.ts`). */
  uncheckedGroups: number[]
  /** The quirks that passages were given last, the last one first, by id. */
  recentQuirks: number[]
  /** Of the tree view: the quirk whose tree it is, or was last, and the one in it that has the focus; -1: none. */
  treeParent: number
  treeActive: number
  /** What was done last from the palette, the newest first: an act's name, `quirk:5`, `source:3`. */
  recentlyDone: string[]
  /** A highlight to bring into view and flash; taken back by the text view. */
  reveal: { highlightId: number } | null
}

const kept = [
  'openSources',
  'activeSource',
  'activeQuestion',
  'scroll',
  'panZoom',
  'uncheckedGroups',
  'recentlyDone',
  'recentQuirks',
  'treeParent',
  'treeActive',
] as const
const editors = new Map<string, EditorState>()

/** The state of a project's screens; the same proxy at each call. */
export function editorOf(uuid: string): EditorState {
  const known = editors.get(uuid)
  if (known) return known
  const key = `thicket:view:${uuid}`
  const editor = proxy<EditorState>({
    openSources: [],
    activeSource: none,
    activeQuestion: firstQuestionId,
    editing: false,
    selection: null,
    scroll: {},
    panZoom: {},
    uncheckedGroups: [],
    recentlyDone: [],
    recentQuirks: [],
    treeParent: none,
    treeActive: none,
    reveal: null,
    ...stored(key),
  })
  subscribe(editor, () => {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(kept.map((name) => [name, editor[name]]))))
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
}

/** Closing the active one shows the first that is open, or none. */
export function closeSource(editor: EditorState, sourceId: number): void {
  editor.openSources = editor.openSources.filter((id) => id !== sourceId)
  if (editor.activeSource === sourceId) editor.activeSource = editor.openSources[0] ?? none
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
