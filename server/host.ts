/**
 * What differs between the modes of the server: who people are, what they may do, where projects lie. Everything else is one
 * path. Local mode: `hosts/local.ts`; accounts and sharing: `hosts/cloud/cloud.ts`. Features ask `can`; nobody asks which host it is.
 */
import type { Access } from '../src/model/access.ts'
import type { ProjectEntry } from '../src/model/bridge.ts'
import type { Feature } from '../src/model/facts.ts'
import type { Result } from '../src/model/problems.ts'
import type { Accounts } from './hosts/cloud/accounts.ts'
import type { Sharing } from './hosts/cloud/sharing.ts'
import type { Noted } from './storage/identity.ts'

export interface Person {
  /** Compared to tell whether two sessions are one person's. */
  id: string
  /** Which of their sessions this is. */
  session: string
}

/** Bytes that are left, Infinity where nothing bounds them; of so many MB for all projects of a person. */
export interface Room {
  left: number
  of: number
}

/** Whom and which project a change of rights is about; what is left out: anybody, any project. */
export interface HostChange {
  person?: string
  project?: string
}

export interface Host {
  can(feature: Feature): boolean
  /** Who sends this token; null: nobody we know, or not any more. Takes the same time for every wrong token. */
  authenticate(token: string): Person | null
  /** Whether the session goes on: it has not been ended, the account not deleted. A token that has run out does not end it. */
  stands(person: Person): boolean
  /** What a person may do in a project; null: the project does not exist for them. */
  access(person: Person, uuid: string): Access | null
  /** The name that the person's rows in this project bear; null: any name is taken (local mode). */
  author(person: Person, uuid: string): string | null
  /** The names that people's rows in this project bear: nobody else's row may. Empty in local mode. */
  authors(uuid: string): string[]
  /** Calls `listener` after a change of sessions or rights; returns the function that stops it. */
  onChange(listener: (change: HostChange) => void): () => void

  /** The person's own projects, the newest first. */
  projects(person: Person): ProjectEntry[]
  /** What people call a project; in local mode the path of its file. */
  nameOf(uuid: string): string | null
  /** The file of a project; null: unknown. */
  pathOf(uuid: string): string | null
  /** What is remembered of files, to see which history the one at `path` continues. */
  noted(path: string): Noted[]
  note(noted: Noted): void
  /** Where the file of a new project goes that the person calls `name`. Problems: missingProjectName, projectNameTaken. */
  place(person: Person, name: string): Result<string>
  /** The project whose file was made at `path` is the person's from now on. Problems: projectNameTaken. Both are called by `newProject.ts`. */
  take(person: Person, uuid: string, path: string, name: string): Result<void>
  /** What room there is for new projects of the person. */
  free(person: Person): Room
  /** Local mode: off the list. Accounts: from now on it does not exist, for anybody. To be called by `rooms.remove`. */
  remove(uuid: string): void
  /** What `remove` has left: where it is gone for good, the file. Its room is closed by then. */
  discard(uuid: string, path: string): void

  /** What only a server of one person's files has. */
  readonly local?: LocalFiles
  /** What only a server of many people has. */
  readonly accounts?: Accounts
  readonly sharing?: Sharing
}

export interface LocalFiles {
  /** A path as a person writes it: absolute, or in the folder for projects. */
  resolvePath(name: string): Result<string>
  /** The folder for projects, which need not exist yet. */
  readonly home: string
  lastAuthor(): string
  setLastAuthor(author: string): void
}
