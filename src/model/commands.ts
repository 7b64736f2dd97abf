/**
 * Every command of a project: what a person means, with its arguments and what it returns, and what else is to be known of it. The same words are
 * those of its handler (`workers/project/handlers.ts`), of the undo step's title (i18n key `undo.{name}`) and of `thicket run`
 * (`server/cli/commandArguments.ts`, which checks what comes from outside); their types ask for each command.
 * Positions are half-open, in UTF-16 units of the answer's plain text.
 */
import type { Problem } from './problems.ts'
import type { ProjectCounts } from './projectRows.ts'
import type { Query } from './rules/analysis/savedQueries.ts'
import type { StopWord } from './rules/analysis/stopList.ts'
import type { MergeCounts } from './rules/projects/merge/mergeProjects.ts'
import type { EditStep, PlainChange } from './text/edit.ts'

export interface AnswerPlace {
  sourceId: number
  questionId: number
}

export interface ProjectImported {
  sourceIds: number[]
  /** What was added. */
  added: ProjectCounts
  /** Sources that were there already. */
  joined: number
  /**
   * Where its texts answer one question: the file's words for it ('': none), and the words and place, from 1, of the project's question
   * under which they are. null: of several or no questions, or of the only one, without words.
   */
  under: { asked: string; question: string; number: number } | null
  /** Sources that were left out, not being there. */
  absent?: number
  /** Values of properties that took the place of others: how many, and the first of them as `Ana: Age 24 → 56`, apart by semicolons. */
  replaced?: { count: number; values: string }
}

export interface NewSource {
  title?: string
  html?: string
  icon?: string
}

/** On the text of a source that is read from a file. Without an author: by whoever imports it; at time 0: of now. */
export interface NewMemo {
  /** Both 0: on the text as a whole. */
  start: number
  length: number
  content: string
  author: string
  timestamp: number
}

export interface CommandMap {
  createSource: { args: NewSource; result: number }
  /**
   * Sources with their texts, in one step; returns their ids in the order given. The texts answer that question, or the first. The folders of
   * a source's file (`study/second`) become its property `folderProperty`. A title that is taken already gets the last of them, else a
   * number: `Anna (second)`, `Anna (2)`.
   */
  importSources: {
    args: { sources: (NewSource & { memos?: readonly NewMemo[]; folder?: string })[]; questionId?: number }
    result: number[]
  }
  /**
   * A project that was read from a file, added to this one in one step: `rows` is the text of a project JSON (`projectRows.ts`), in UTF-8 where
   * it is large; `title`: what the file calls it. Quirks are matched by their path, questions, groups, properties and values by their words; a
   * source whose title and texts are there already is that source, and gets what lies on it but what is there. Authors and times are kept. The
   * texts of a project with one question answer `questionId`, or the first. `knownOnly`: a source without texts that is not there is left out.
   */
  importProject: {
    /** `rows`: what lies with the browser is read by the worker, so that no thread holds it twice; the command itself has the bytes. */
    args: { rows: Uint8Array | string | LaidAside; title?: string; questionId?: number; knownOnly?: boolean }
    result: ProjectImported
  }
  /**
   * Other projects, merged into this one in one step by the rules of `rules/projects/merge`: nothing of it changes but for what it did not have. Authors
   * and times are kept, and its people may be among these authors. `title`: of the one project that is added.
   */
  mergeProjects: { args: { others: readonly MergedIn[]; title?: string }; result: MergeCounts }
  /**
   * The project as it was at an earlier time: the rows that `state` names (the text of a `PastState`, `history.ts`) are what they were then,
   * highlights and memos exactly where they lay; what has come since and is not named stays. Returns how many rows are others now.
   */
  restoreState: { args: { state: Uint8Array | string; seq: number }; result: number }
  updateSource: { args: { sourceId: number; title?: string; icon?: string }; result: void }
  removeSources: { args: { sourceIds: number[] }; result: void }

  createQuestion: { args: { question: string }; result: number }
  updateQuestion: { args: { questionId: number; question?: string; questionOrder?: number }; result: void }
  removeQuestion: { args: { questionId: number }; result: void }
  /** An empty answer where a source has none yet. */
  createAnswer: { args: AnswerPlace; result: number }
  /** Changes on the plain text, ascending and apart, with positions in the text before the edit. */
  editAnswer: { args: AnswerPlace & { changes: PlainChange[] }; result: void }
  /** Steps of an editing session; `tick` is that of the text they start from (see the query `answer`). */
  editAnswerSteps: {
    args: AnswerPlace & { steps: EditStep[]; tick: number; session: string }
    result: { tick: number } | { behind: true }
  }

  createQuirk: { args: NewQuirk; result: number }
  /** What is given; under `parentQuirkId` (-1: under none), in these groups and no others, with this key ('': none). */
  updateQuirk: { args: { quirkId: number } & Omit<NewQuirk, 'x' | 'y'>; result: void }
  /** To a place on the canvas, and under `parentQuirkId` where one is given (-1: under none). */
  moveQuirk: { args: { quirkId: number; x?: number; y?: number; parentQuirkId?: number }; result: void }
  removeQuirk: { args: { quirkId: number }; result: void }
  mergeQuirks: { args: { sourceQuirkId: number; targetQuirkId: number }; result: void }
  setShortcutKey: { args: { quirkId: number; shortcutKey: string }; result: void }

  createHighlight: { args: PassagePlace & Seen & { quirkId: number }; result: number }
  /** As many passages in one step; returns how many highlights there are of them. */
  createHighlights: { args: { quirkId: number; passages: PassagePlace[] }; result: number }
  /** Another stretch, or another quirk. */
  updateHighlight: {
    args: Seen & { highlightId: number; start?: number; length?: number; quirkId?: number }
    result: void
  }
  removeHighlights: { args: { highlightIds: number[] }; result: void }
  /** A new quirk made for a passage, and the passage highlighted with it, in one step. */
  createQuirkForPassage: {
    args: PassagePlace & Seen & NewQuirk
    result: { quirkId: number; highlightId: number }
  }

  /** On a passage; on a source as a whole at start 0 with length 0. */
  createMemo: { args: PassagePlace & Seen & { content: string }; result: number }
  updateMemo: { args: { memoId: number; content?: string; start?: number; length?: number }; result: void }
  removeMemos: { args: { memoIds: number[] }; result: void }

  createGroup: { args: { description: string }; result: number }
  updateGroup: { args: { groupId: number; description: string }; result: void }
  removeGroup: { args: { groupId: number }; result: void }
  setGroup: { args: { groupId: number; quirkId: number; member: boolean }; result: void }

  createSourceProperty: {
    args: { key: string; values: string[]; multipleChoice?: boolean; sortValuesAlphabetically?: boolean }
    result: number
  }
  updateSourceProperty: {
    args: { keyId: number; key?: string; multipleChoice?: boolean; sortValuesAlphabetically?: boolean }
    result: void
  }
  removeSourceProperty: { args: { keyId: number }; result: void }
  createPropertyValue: { args: { keyId: number; value: string }; result: number }
  updatePropertyValue: { args: { valueId: number; value: string }; result: void }
  removePropertyValue: { args: { valueId: number }; result: void }
  setSourceProperty: { args: { sourceId: number; keyId: number; valueIds: number[] }; result: void }
  /**
   * Cells of a table, by their words: values that the property does not have yet are added to it. Properties of `create`
   * are made first; cells name them by -1, -2 … in their order.
   */
  setSourceProperties: {
    args: { cells: PropertyCell[]; create?: { key: string; multipleChoice: boolean }[] }
    result: void
  }

  sendChatMessage: { args: { message: string }; result: number }
  removeChatMessage: { args: { messageId: number }; result: void }

  /** `value` is JSON text for the settings of 1 §3, plain text for the system's. */
  setPreference: { args: { key: string; value: string }; result: void }
  /** The whole list of words that counts leave out (`rules/analysis/stopList.ts`). */
  setStopList: { args: { words: StopWord[] }; result: void }
  /** A new one, or in place of that with this id; returns its id. */
  saveQuery: { args: Omit<Query, 'id'> & { queryId?: number }; result: number }
  renameQuery: { args: { queryId: number; title: string }; result: void }
  removeQuery: { args: { queryId: number }; result: void }
  /** A new one, or in place of that with this id; returns its id. */
  saveStatement: { args: { title: string; sql: string; statementId?: number }; result: number }
  removeStatement: { args: { statementId: number }; result: void }
}

/** Project JSON; `keepBoth`: ids of its sources that become sources of their own although the base has similar ones. */
export interface MergedIn {
  rows: Uint8Array | string | LaidAside
  keepBoth?: readonly number[]
}

/**
 * `tick`: of the text that the positions are from (see the query `answer`); where others have changed it since, they are moved along.
 * Without one they are those of the text as it is.
 */
export interface Seen {
  tick?: number | undefined
}

export interface PassagePlace extends AnswerPlace {
  start: number
  length: number
}

export interface PropertyCell {
  sourceId: number
  keyId: number
  /** None: the source has nothing of the property. */
  values: string[]
}

export interface NewQuirk {
  title?: string
  description?: string
  color?: string
  x?: number
  y?: number
  parentQuirkId?: number
  groupIds?: number[]
  shortcutKey?: string
}

export type CommandName = keyof CommandMap
export type Args<N extends CommandName> = CommandMap[N]['args']
export type Returned<N extends CommandName> = CommandMap[N]['result']

/**
 * One command of a compound; `"$1"` in an argument stands for what the compound's first command returned. `apart`: where it is refused, nothing of
 * it is done and the others are; its result is then a `RefusedApart`.
 */
export type Call = { [N in CommandName]: { command: N; args: Args<N>; apart?: true } }[CommandName]

export interface RefusedApart {
  refused: Problem
}

/** A Blob. */
export interface LaidAside {
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}

interface CommandFacts {
  /** Its effect is said or set, not worked on: it is no undo step. */
  noStep?: true
  /** It writes rows that bear their author's name. */
  signs?: true
  /** Who may only read the project may do it too. */
  forReaders?: true
}

/** What is to be known of each command beside what it takes and returns. */
const facts: Readonly<Record<CommandName, CommandFacts>> = {
  createSource: { signs: true },
  importSources: { signs: true },
  importProject: { signs: true },
  mergeProjects: { signs: true },
  restoreState: {},
  updateSource: {},
  removeSources: {},
  createQuestion: {},
  updateQuestion: {},
  removeQuestion: {},
  createAnswer: { signs: true },
  editAnswer: {},
  editAnswerSteps: {},
  createQuirk: { signs: true },
  updateQuirk: {},
  moveQuirk: {},
  removeQuirk: {},
  mergeQuirks: {},
  setShortcutKey: {},
  createHighlight: { signs: true },
  createHighlights: { signs: true },
  updateHighlight: {},
  removeHighlights: {},
  createQuirkForPassage: { signs: true },
  createMemo: { signs: true },
  updateMemo: {},
  removeMemos: {},
  createGroup: {},
  updateGroup: {},
  removeGroup: {},
  setGroup: {},
  createSourceProperty: {},
  updateSourceProperty: {},
  removeSourceProperty: {},
  createPropertyValue: {},
  updatePropertyValue: {},
  removePropertyValue: {},
  setSourceProperty: { signs: true },
  setSourceProperties: { signs: true },
  sendChatMessage: { signs: true, noStep: true, forReaders: true },
  removeChatMessage: { noStep: true, forReaders: true },
  setPreference: { noStep: true },
  setStopList: {},
  saveQuery: {},
  renameQuery: {},
  removeQuery: {},
  saveStatement: {},
  removeStatement: {},
}

export const commandNames = Object.keys(facts) as readonly CommandName[]
export const isUndoStep = (command: CommandName): boolean => !facts[command].noStep
export const signs = (command: CommandName): boolean => facts[command].signs === true
export const isForReaders = (command: CommandName): boolean => facts[command].forReaders === true
