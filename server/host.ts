/**
 * What differs between the modes of the server: who people are, what they may do, where projects lie. Everything else is one
 * path. Local mode: `hosts/local.ts`. Features ask `can`; nobody asks which host it is.
 */
import type { Access } from '../src/model/access.ts'
import type { ProjectEntry } from '../src/model/bridge.ts'
import type { Feature } from '../src/model/facts.ts'
import type { Result } from '../src/model/problems.ts'
import type { Noted } from './storage/identity.ts'

export interface Person {
  /** Compared to tell whether two sessions are one person's. */
  id: string
  /** The name that the person's rows bear; null: any name is taken (local mode). */
  author: string | null
}

export interface Host {
  can(feature: Feature): boolean
  /** Who sends this token; null: nobody we know. Takes the same time for every wrong token. */
  authenticate(token: string): Person | null
  /** What a person may do in a project; null: the project does not exist for them. */
  access(person: Person, uuid: string): Access | null
  projects(person: Person): ProjectEntry[]
  /** The file of a project; null: unknown. */
  pathOf(uuid: string): string | null
  /** What is remembered of the files, to see which history a file continues. */
  noted(): Noted[]
  note(noted: Noted): void
  /** Takes a project off the list. */
  forget(uuid: string): void
  /** A path as a person writes it: absolute, or in the folder for projects. */
  resolvePath(name: string): Result<string>
  /** The folder for projects, which need not exist yet. */
  readonly home: string
  /** Makes it where it is not there; what cannot be made is left to whoever writes into it. */
  makeHome(): void
  lastAuthor(): string
  setLastAuthor(author: string): void
}
