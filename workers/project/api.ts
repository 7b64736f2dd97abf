/**
 * The face of a project's worker: what the page may ask and what it is told. Every value is structured-cloneable; functions
 * given to it are Comlink proxies. One worker serves all tabs of a browser; each tab names itself.
 */

import type { Access } from '../../src/model/access.ts'
import type { MapAsked, MapLayout, MapQuirk } from '../../src/model/canvas/map/layoutMap.ts'
import type { Args, Call, CommandName, Returned } from '../../src/model/commands.ts'
import type { HistoryEntry, StepDetail, StepTitle } from '../../src/model/history.ts'
import type { PersonHere, Selected } from '../../src/model/presence.ts'
import type { Problem, Result } from '../../src/model/problems.ts'
import type { ProjectFrame, SourceContent } from '../../src/model/projectReader.ts'
import type { WentBack } from '../../src/model/protocol.ts'
import type { AnalysisArgs, AnalysisName, Answered, Posted, QueryArgs, QueryName } from '../../src/model/queries.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import type { ShownCell, StatementAnswer } from '../../src/model/statements.ts'
import type { Kept } from '../../wasm/database/copies.ts'
import type { Meanwhile } from './sync/rules/meanwhile.ts'

/** How the copy stands with the room. `opening`: no text to show yet. */
export type Connection = 'opening' | 'online' | 'reconnecting' | 'offline' | 'ended' | 'closed'

export interface ProjectState {
  name: string
  connection: Connection
  /** The last step of the room that is in the copy. */
  head: number
  /** Steps that the room has not confirmed yet. */
  waiting: number
  /** Steps that the room takes no more: kept in the copy until they are sent again or given up. */
  setAside: number
  /** Of those, the ones that may still be done again (`sendSetAside`), if this person may write. */
  sendable: number
  /** What this person may do here. */
  access: Access
  /** Its words are sealed by a password. */
  isProtected: boolean
  /** The password is still to be given: nothing is shown before. */
  isLocked: boolean
  /** The name that this person's rows bear; empty while it is not known. */
  author: string
  /** How safe the copy lies, and with it the steps that wait. */
  kept: Kept
  /** Parts of the project loaded so far, 0 to 1; null when nothing is being loaded, or not known. */
  progress: number | null
  /** Why the project was closed, or could not be opened. */
  problem: Problem | null
}

/** A step of the history. `id`: grows from step to step, and stays when the step is undone and done again. */
export interface Step extends StepTitle {
  id: number
}

/** The steps that undo and redo would take; null when there is none. */
export interface HistoryState {
  undo: Step | null
  redo: Step | null
}

export type Notice =
  | { kind: 'problem'; problem: Problem }
  /** Undo or redo left parts alone, because others have changed them since. */
  | { kind: 'leftAlone' }
  | { kind: 'accessChanged'; access: Access }
  /** Another went back, or somebody put a backup in place. */
  | { kind: 'wentBack'; author: string; to: WentBack }
  /** Another has given the protected project another password. */
  | { kind: 'newPassword'; author: string }
  | Meanwhile

/** Where the person is whose tab this is. `tick`: of the text that the words were taken from (see the query `answer`). */
export interface OwnPlace {
  /** −1: in no source. */
  sourceId: number
  questionId: number
  selection: (Selected & { tick: number }) | null
  /** The quirk that is in the hand or in a form. */
  quirkId: number | null
}

/** Another who has the project open now, in the text as it is shown at that tick. */
export interface ShownPerson extends Omit<PersonHere, 'place'>, OwnPlace {}

/** What a tab is told without asking. */
export type Told =
  | { state: ProjectState }
  | { history: HistoryState }
  /** What is done of the step that it has begun, 0 to 1, where it takes long; null: it is over. */
  | { longStep: number | null }
  | { notice: Notice } /** The others who are here; `count`: of all, more than are told where there are very many. */
  | { people: ShownPerson[]; count: number }
  /** Of a protected project: a tab keeps it in its memory, for the worker that follows where the tab that has this one goes. */
  | { key: KeyParts }
  /** The server has refused this token: another one is to be set. */
  | { refused: string }

export interface ProjectApi {
  /** `call`: made by the page, so that a call repeated after the worker was lost returns the first result. */
  run<N extends CommandName>(tab: string, call: string, command: N, args: Args<N>): Promise<Result<Returned<N>>>
  /** Several commands as one transaction and one undo step; `title` is an i18n key. */
  runAll(tab: string, call: string, calls: Call[], title: string): Promise<Result<unknown[]>>
  undo(tab: string): Promise<Result<void>>
  redo(tab: string): Promise<Result<void>>
  ask<N extends QueryName>(query: N, args: QueryArgs<N>): Promise<Posted<N>>
  /** Posts the answer now and whenever it changes; returns the number to stop it with. */
  watch<N extends QueryName>(query: N, args: QueryArgs<N>, post: (posted: Posted<N>) => void): Promise<number>
  /** The same for a question to the whole project; to stop it is to give it up. */
  watchAnalysis<N extends AnalysisName>(
    query: N,
    args: AnalysisArgs<N>,
    post: (answer: Answered<N>) => void,
  ): Promise<number>
  unwatch(watch: number): Promise<void>
  /** Where quirks are drawn on the canvas. */
  layOut(quirks: readonly MapQuirk[], asked: MapAsked): Promise<MapLayout>
  /** Runs a statement of the SQL console over the copy, and keeps its rows for `statementRows`. A signal stops it. */
  runStatement(sql: string): Promise<Result<StatementAnswer>>
  /** A window of the rows that were kept; null where they are no more. */
  statementRows(run: number, offset: number): Promise<ShownCell[][] | null>
  /** All rows of a statement as a CSV file. */
  statementFile(sql: string): Promise<Result<Blob>>
  /** The sound of a recording by its hash, and what becomes of bytes that are to be one (`opened/sound.ts`). */
  hearSound(hash: string): Promise<Result<Uint8Array<ArrayBuffer>>>
  keepSound(bytes: Blob): Promise<Result<string>>
  /** What an export reads (`src/model/projectReader.ts`). */
  frame(): Promise<ProjectFrame>
  contents(sourceIds: readonly number[]): Promise<SourceContent[]>
  /**
   * Tells the tab its project's state, its history and what happens to it, from now on. `again`: it has had the project open in another worker, which is
   * gone. One that opens the project anew finds what could last be undone in a tab that is no more; one that was there all the time keeps to its own.
   */
  join(tab: string, tell: (told: Told) => void, again?: boolean): Promise<void>
  /** A load that no other tab waits for is stopped; resolves when nothing half is left on the device. */
  leave(tab: string): Promise<void>
  /** The tab has handed on what was typed in it; resolves when all that have the project open have. */
  handOn(tab: string): Promise<void>
  /** As `leave`, and resolves when no tab has it open any more. */
  leaveAll(tab: string): Promise<void>
  /** Steps as the server of a protected project tells them, with what it cannot read. */
  openHistory<Step extends HistoryEntry | StepDetail>(steps: readonly Step[]): Promise<Step[]>
  /** Opens a protected project by the key that a tab has of it. */
  takeKey(key: KeyParts): Promise<void>
  /** Opens a protected project by its password or its recovery code. Problems: wrongPassword, newerProject, truncatedProject. */
  unlock(secret: string): Promise<Result<void>>
  /**
   * Gives a protected project another password and recovery code, which is nowhere else; `secret`: one of those that it has. Whoever has it open goes on.
   * Problems: those of `unlock`, readOnly, protectionChanged, cannotConnect.
   */
  changePassword(secret: string, password: string): Promise<Result<{ recovery: string }>>
  /** Tries again after a problem, with what is here: steps that wait in memory are not lost over it. */
  reconnect(): Promise<void>
  /** This source has been opened in this browser, which its lists show. */
  readSource(sourceId: number): Promise<void>
  /** Where the person is, from the tab that has the focus. */
  place(tab: string, place: OwnPlace): Promise<void>
  /** The name under which this person works (local mode). */
  setAuthor(author: string): Promise<void>
  /** The token that holds from now on. */
  setToken(token: string): Promise<void>
  /** What only a page can see: whether the browser is online, and whether the window has the focus. */
  environment(environment: { online: boolean; focused: boolean }): Promise<void>
  /** The steps that are set aside (`state.setAside`), as JSON: a list of steps (`src/model/stepsInWords.ts`). */
  setAsideAsFile(): Promise<string>
  /** The same with the steps that wait; none where the project could not be opened. */
  waitingAsFile(): Promise<string>
  giveUpSetAside(): Promise<void>
  /** Does them again as one step of this tab, and sends it; `setAside`: how many cannot be done any more, and stay so. */
  sendSetAside(tab: string): Promise<Result<{ sent: number; setAside: number }>>
  close(): Promise<void>
}
