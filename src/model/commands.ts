/**
 * The commands of a project, for page and worker: their types, which follow from the contract (`contract/commands.ts`), and what is to be known of
 * each beside what it takes and returns. The contract itself is loaded by nobody but who checks what comes from outside.
 */
import type { Args, CommandName } from './contract/commands.ts'
import type { Problem } from './problems.ts'

export type { PassagePlace } from './contract/commands/highlights.ts'
export type { PropertyCell } from './contract/commands/properties.ts'
export type { NewQuirk } from './contract/commands/quirks.ts'
export type {
  LaidAside,
  MergedIn,
  NewMemo,
  NewRecording,
  NewSource,
  ProjectImported,
} from './contract/commands/sources.ts'
export type { AnswerPlace } from './contract/commands/texts.ts'
export type { Args, CommandName, Returned } from './contract/commands.ts'

/**
 * One command of a compound; `"$1"` in an argument stands for what the compound's first command returned. `apart`: where it is refused, nothing of
 * it is done and the others are; its result is then a `RefusedApart`.
 */
export type Call = { [N in CommandName]: { command: N; args: Args<N>; apart?: true } }[CommandName]

export interface RefusedApart {
  refused: Problem
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
  addRecording: { signs: true },
  updateRecording: {},
  removeRecording: {},
  importProject: { signs: true },
  mergeProjects: {},
  restoreState: {},
  updateSource: {},
  removeSources: {},
  createQuestion: {},
  updateQuestion: {},
  removeQuestion: {},
  createAnswer: { signs: true },
  editAnswer: {},
  editAnswerSteps: {},
  renameSpeaker: {},
  createQuirk: { signs: true },
  updateQuirk: {},
  moveQuirk: {},
  tidyCanvas: {},
  removeQuirk: {},
  mergeQuirks: {},
  setShortcutKey: {},
  createHighlight: { signs: true },
  createHighlights: { signs: true },
  updateHighlight: {},
  cutHighlight: { signs: true },
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
