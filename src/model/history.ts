/**
 * Answers: how the history of a project reads, what a past state of it is, and what is kept of it: versions and backups. The shapes of
 * `/v1/thicket/projects/{uuid}/history`, `/versions` and `/backups` (`contract/calls/history.ts`).
 *
 * Promises: a past state names every row that has changed since, and no other; titles are those of the time of the step.
 */
import type { Columns } from './operations.ts'
import type { Problem } from './problems.ts'
import type { WentBack } from './protocol.ts'
import type { Table } from './schema.ts'
import type { EditStep } from './text/edit.ts'

/**
 * What a step is called: an i18n key; what it is about, by the titles of that time (the second one: what the first went into, or what it was given); how
 * many it is about, where that is not one.
 */
export interface StepTitle {
  key: string
  about?: readonly string[]
  count?: number
  /** Of a going back: the number of the step after which the state was. */
  state?: number
}

/** Of a step that merges other projects into this one. */
export const mergeTitle = 'undo.mergeProjects'

/** What somebody did, as undo calls it; `way`: it was taken back, or done again. */
export interface Act extends Omit<StepTitle, 'state'> {
  way?: 'undo' | 'redo'
}
/** Bounds of what a copy may say of a step. */
export const actBounds = { key: /^undo\.\w{1,40}$/, about: 2, title: 80 } as const

export type StepOp = 'insert' | 'update' | 'remove' | 'edit'

/**
 * What a step did to the rows of one table. `titles`: the first few of what it was about; `all`: they are fewer than the rows, and those of all of them.
 * `edit` is of the texts of answers.
 */
export interface StepPart {
  op: StepOp
  table: Table
  /** What is kept as preferences and is no setting. */
  of?: 'query' | 'statement'
  count: number
  titles: string[]
  /** Of a protected project: titles that its server cannot read, beside those that it can. */
  sealed?: SealedTitle[]
  all?: true
}

/** The title of a source, sealed. `id`: of that source, for which alone it opens. */
export interface SealedTitle {
  id: number
  title: string
}

export interface HistoryEntry {
  /** The step's number in the project. */
  seq: number
  at: number
  author: string
  /** What weighs most first; empty: nothing was left of it. */
  parts: StepPart[]
  restores?: WentBack
  /** Missing where a program did it, or a copy that did not say. */
  act?: Act
  /** Of the one quirk that it was about, or whose highlight it was. */
  color?: string
  /** Where it was about one passage: its first words, and the title of its source. */
  passage?: { words: string; source: string }
}

export interface HistoryPage {
  /** The newest first. */
  entries: HistoryEntry[]
  /** There are older ones. */
  more: boolean
  /** Everybody who has done a step that is still kept. */
  authors: string[]
  /** Where asked for: quirks that are there no more, of which steps are kept, as each was called last; the last to go first. */
  removed?: RemovedQuirk[]
  /** The last step; the first one that is still kept (0: none). */
  head: number
  first: number
}

export interface RemovedQuirk {
  id: number
  title: string
}

export interface HistoryFilter {
  /** Steps before this one. */
  before?: number
  author?: string
  quirk?: number
  limit?: number
  /** Asks for `removed` too. */
  removed?: boolean
}
/** Entries of one page of the history. */
export const historyPage = { usual: 100, most: 500 } as const

/** What one step did to a text: the words that came and those that went, each stretch for itself. */
export interface TextDone {
  title: string
  added: string[]
  removed: string[]
  /** Of a protected project, whose server has no words to tell. */
  sealed?: SealedText
}

/** What a step did to a text, and what takes that back, as they went over the wire. `source`: missing where its title is gone. */
export interface SealedText {
  answerId: number
  source?: SealedTitle
  done: EditStep[]
  undo: EditStep[]
}
/** A passage that a step highlighted (`insert`), changed the highlight of, or no longer highlights. `quirk`: its title, empty where it is gone. */
export interface PassageDone {
  op: Exclude<StepOp, 'edit'>
  quirk: string
  words: string
  /** Of a protected project, whose server has no words to tell: the highlight, which is still there. */
  highlight?: number
}
export interface StepDetail extends HistoryEntry {
  texts: TextDone[]
  /** The first few, where their words are still to be had. */
  passages: PassageDone[]
}

/**
 * The project as it was after step `seq`, as far as it has changed since: rows of that time by table, and the keys of what was not there then.
 * The answers whose text has changed come with all highlights and memos that lay on them. Chat is no part of it: what was said was said.
 */
export interface PastState {
  seq: number
  /** The last step that it was compared with. */
  head: number
  rows: Partial<Record<Table, Columns>>
  gone: Partial<Record<Table, (number | string)[]>>
  /**
   * Of a protected project, whose server cannot edit texts: what takes back the steps on them since, by answer, each sealed (`sealing/sealedSteps.ts`),
   * from the answer in `rows` on.
   */
  undone?: Record<number, EditStep[]>
}

/** Words of a text as one line, cut where they are longer. */
export function oneLine(words: string, longest: number): string {
  const line = words.replaceAll('\n', ' ').trim()
  return line.length > longest ? `${line.slice(0, longest).trimEnd()}…` : line
}
/** Of a passage that a step is shown with. */
export const longestPassage = 200

/** What going back would do to one text: its first few changes, each with some of the text around it. */
export interface TextBack {
  title: string
  changes: { before: string; removed: string; added: string; after: string }[]
  /** There are more. */
  more: boolean
}

/** What going back would do: rows by table that would come back, go and change, and the texts that would be others. */
export interface RestorePreview {
  seq: number
  head: number
  back: Partial<Record<Table, number>>
  gone: Partial<Record<Table, number>>
  changed: Partial<Record<Table, number>>
  texts: TextBack[]
}

export interface NamedVersion {
  id: number
  name: string
  author: string
  at: number
  seq: number
  /** Bytes that its state takes in the project's file; 0: it is had from the log. */
  size: number
  /** Whether who asks may remove it. */
  removable?: boolean
}

/** Why a backup was made: because of its time, when the project was closed, before something was put in its place, because somebody wanted it,
 * before its file was brought to the layout of this version of the program. */
export type BackupReason = 'time' | 'close' | 'before' | 'hand' | 'migration'

export interface Backup {
  id: string
  at: number
  size: number
  reason: BackupReason
  /** The last step in it. */
  seq: number
}
export interface BackupList {
  backups: Backup[]
  /** Why the last one could not be made; `detail`: for programs, in a word or as the system says it. */
  failed?: { at: number; detail: string; problem: Problem }
}
