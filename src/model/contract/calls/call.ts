/** What a call by HTTP is, and what several of them have in common. */
import type { ProblemKind } from '../../problems.ts'
import type { ShapeName } from '../shapes.ts'

/** What a call sends or gets that is no JSON, by its media type. */
export interface SentFile {
  type: string
  what: string
}

export interface Call {
  what: string
  /** Who may ask: anybody, or who bears a token. */
  needs: 'nobody' | 'token'
  /** Which servers have it; left out: both. */
  only?: 'accounts' | 'local'
  /** What a part of the path may be that may not be anything. */
  among?: Readonly<Record<string, readonly string[]>>
  /** The part of the path that may have slashes in it. */
  deep?: string
  /** By name, what each is. One that may be left out ends with `?`. */
  query?: Readonly<Record<string, string>>
  body?: ShapeName
  /** Bytes of a body that is read whole; left out: as many as any call may send. */
  most?: number
  /** The body is multipart/form-data. */
  form?: true
  /** The body may also come as multipart/form-data, of this shape. */
  orForm?: ShapeName
  answer: ShapeName | SentFile
  /** Of the answer, where it is not 200. */
  status?: 101 | 302
  /** What else is answered that is no problem. */
  also?: Readonly<Record<number, ShapeName | SentFile>>
  /**
   * Kinds of problems by their status, besides 401 notSignedIn with a token, 400 badRequest and 413 fileTooLarge with a body, and what any call
   * may meet.
   */
  fails?: Fails
  /** A refusal also has the field `error`, in words for a person. */
  saysError?: true
}

/** By method and path, with `{name}` for what varies: `GET /web/api/v2/projects/{uuid}/share`. */
export type Calls = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Call>>

export type Fails = Readonly<Record<number, readonly ProblemKind[]>>

export const file = (type: string, what: string): SentFile => ({ type, what })

/** Bytes of a body that anybody may send. */
export const fromAnybody = 16 * 1024

export const tries = { 429: ['tooManyTries'] } as const
export const noProject = { 404: ['projectNotFound'] } as const
export const readOnly = { ...noProject, 402: ['paymentRequired'], 403: ['readOnly'] } as const
export const noName = 'missingProjectName'
/** Of a new project. By the name of a path in local mode. */
export const taken = {
  402: ['paymentRequired'],
  403: ['mayNotCreate'],
  409: ['projectNameTaken', 'fileExists', 'tooManyProjects'],
  413: ['quotaExceeded'],
} as const
/** What may be wrong with the rows of a whole project. */
export const ofRows = [
  'tooLong',
  'outsideText',
  'answerExists',
  'groupExists',
  'keyExists',
  'valueExists',
  'noParentToChildQuirk',
] as const
/** Why two projects are not merged. */
export const ofMerge = ['alreadyMaster', 'mergeTooLarge', 'notAProject', 'newerProject', 'protectedProject'] as const
/** Why a file is none that can be opened. */
export const noFile = ['notAProject', 'truncatedProject', 'newerProject'] as const
