/** The handler of every command by its name; a new one is a file in `commands/` and a line here. */
import type { CommandName } from '../../src/model/commands.ts'
import * as chat from './commands/chat.ts'
import * as groups from './commands/groups.ts'
import {
  createHighlight,
  createHighlights,
  cutHighlight,
  removeHighlights,
  updateHighlight,
} from './commands/highlights.ts'
import { importProject } from './commands/importProject/importProject.ts'
import * as memos from './commands/memos.ts'
import { mergeProjects } from './commands/mergeProjects.ts'
import { setPreference, setStopList } from './commands/preferences.ts'
import * as properties from './commands/properties.ts'
import { createAnswer, createQuestion, removeQuestion, updateQuestion } from './commands/questions.ts'
import {
  createQuirk,
  createQuirkForPassage,
  mergeQuirks,
  moveQuirk,
  removeQuirk,
  setShortcutKey,
  tidyCanvas,
  updateQuirk,
} from './commands/quirks.ts'
import { addRecording, removeRecording, updateRecording } from './commands/recordings.ts'
import { restoreState } from './commands/restoreState.ts'
import * as queries from './commands/savedQueries.ts'
import { createSource, importSources, removeSources, updateSource } from './commands/sources.ts'
import { renameSpeaker } from './commands/speakers.ts'
import * as statements from './commands/statements.ts'
import { editAnswer, editAnswerSteps } from './commands/texts.ts'
import type { Handler } from './tx.ts'

export const handlers: { [N in CommandName]: Handler<N> } = {
  createSource,
  importSources,
  addRecording,
  updateRecording,
  removeRecording,
  importProject,
  mergeProjects,
  restoreState,
  updateSource,
  removeSources,
  createQuestion,
  updateQuestion,
  removeQuestion,
  createAnswer,
  editAnswer,
  editAnswerSteps,
  renameSpeaker,
  createQuirk,
  updateQuirk,
  moveQuirk,
  tidyCanvas,
  removeQuirk,
  mergeQuirks,
  setShortcutKey,
  createHighlight,
  createHighlights,
  updateHighlight,
  cutHighlight,
  removeHighlights,
  createQuirkForPassage,
  ...memos,
  ...groups,
  ...properties,
  ...chat,
  setPreference,
  setStopList,
  ...queries,
  ...statements,
}
