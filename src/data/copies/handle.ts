/**
 * The page's handle on an open project: what the screens run, undo and watch. `problems` are shown by whoever opened it.
 */
import type { HistoryState, Notice, OwnPlace, ProjectState } from '../../../workers/project/api.ts'
import type { MapAsked, MapLayout, MapQuirk } from '../../model/canvas/map/layoutMap.ts'
import type { Args, Call, CommandName, Returned } from '../../model/commands.ts'
import type { HistoryEntry, StepDetail } from '../../model/history.ts'
import type { Result } from '../../model/problems.ts'
import type { ProjectReader } from '../../model/projectReader.ts'
import type { AnalysisArgs, AnalysisName, Answered, Posted, QueryArgs, QueryName } from '../../model/queries.ts'
import type { ShownCell, StatementAnswer } from '../../model/statements.ts'
import type { PeopleHere } from './presence.ts'

export interface Taking {
  way: 'undo' | 'redo' | null
}

/** A command that takes long. */
export interface LongStep {
  /** What of it is done, 0 to 1; null: none runs. */
  share: number | null
}

export interface ProjectHandle {
  readonly uuid: string
  /** Whose copy it is, as `accountKey`. */
  readonly account: string
  /** valtio proxies: read with useSnapshot. */
  readonly state: ProjectState
  readonly history: HistoryState
  /** The way of a step of the history that is being taken and takes more than a second. */
  readonly taking: Taking
  /** What this tab runs, where it takes long. */
  readonly longStep: LongStep
  /** Stops what has begun: it is not done at all then (`stepStopped`). Null where the browser shares no memory, and the worker would not hear it. */
  readonly stopLongStep: (() => void) | null
  /** Who else has the project open. */
  readonly people: PeopleHere
  /** Where this tab's person is; the others see it. */
  place(place: OwnPlace): void
  run<N extends CommandName>(command: N, args: Args<N>): Promise<Result<Returned<N>>>
  /** One undo step of several commands; `title` is an i18n key, and what the step is about is added. `"$1"` stands for the first command's result. */
  runAll(calls: Call[], title: string): Promise<Result<unknown[]>>
  /** Asks for the name that what is made is to bear, where nobody has said one yet; resolves once it is answered. For before somebody begins to write, so that the question does not cut in. */
  readonly askName?: () => Promise<void>
  undo(): Promise<Result<void>>
  redo(): Promise<Result<void>>
  ask<N extends QueryName>(query: N, args: QueryArgs<N>): Promise<Posted<N>>
  /** Posts at once and on every change; returns the function that stops it. */
  watch<N extends QueryName>(query: N, args: QueryArgs<N>, post: (posted: Posted<N>) => void): () => void
  /** The same for a question to the whole project; it is given up when it is stopped. */
  watchAnalysis<N extends AnalysisName>(
    query: N,
    args: AnalysisArgs<N>,
    post: (answer: Answered<N>) => void,
  ): () => void
  /** Where quirks are drawn on the canvas. */
  layOut(quirks: readonly MapQuirk[], asked: MapAsked): Promise<MapLayout>
  /** The sound of a recording, by its hash. Problems: soundNotFound, cannotConnect, truncatedProject. */
  hearSound(hash: string): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** Has the server keep bytes as the sound of a recording; resolves to their hash. Problems: fileTooLarge, quotaExceeded, readOnly, cannotConnect. */
  keepSound(bytes: Blob): Promise<Result<string>>
  /** For exports. */
  readonly reader: Omit<ProjectReader, 'sound'>
  /** Runs a statement of the SQL console; its rows come by `statementRows`. Another call on the project lets it begin anew. */
  runStatement(sql: string): Promise<Result<StatementAnswer>>
  /** A window of the rows of a run; null where they are kept no more. */
  statementRows(run: number, offset: number): Promise<ShownCell[][] | null>
  /** All rows of a statement as a CSV file. */
  statementFile(sql: string): Promise<Result<Blob>>
  /** Stops what statements are running, in whichever tab they were begun. */
  stopStatements(): void
  onNotice(listener: (notice: Notice) => void): () => void
  setAuthor(author: string): void
  /** This source is being read: its mark in the lists goes. */
  readSource(sourceId: number): void
  /** The steps that are set aside (`state.setAside`), as JSON text. */
  setAsideAsFile(): Promise<string>
  /** The same with the steps that wait. */
  waitingAsFile(): Promise<string>
  giveUpSetAside(): Promise<void>
  /** Does them again, as one step to be undone; `setAside`: how many cannot be done any more, and stay so. */
  sendSetAside(): Promise<Result<{ sent: number; setAside: number }>>
  /** Steps as the server of a protected project tells them, with what it cannot read. */
  openHistory<Step extends HistoryEntry | StepDetail>(steps: readonly Step[]): Promise<Step[]>
  /** Opens a protected project by its password or its recovery code; the key stays in the worker. */
  unlock(secret: string): Promise<Result<void>>
  /** Gives it another password and recovery code; `secret`: one of those that it has. */
  changePassword(secret: string, password: string): Promise<Result<{ recovery: string }>>
  /** Tries again after a problem, with the steps that wait here. */
  reconnect(): Promise<void>
  /** This tab has handed on what was typed in it; resolves when all tabs have that have the project open. */
  handOn(): Promise<void>
  /** This tab needs it no more; resolves when that is so for all. */
  leaveAll(): Promise<void>
  close(): void
}

export type {
  Connection,
  HistoryState,
  Notice,
  OwnPlace,
  ProjectState,
} from '../../../workers/project/api.ts'
