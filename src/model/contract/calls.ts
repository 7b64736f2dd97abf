/**
 * Every call by HTTP, declared once. The server registers its routes and checks bodies by these records (`server/routes/serveCall.ts`), the page calls
 * by their types (`src/data/server/server.ts`), and `openapi.json` is made of them (`server/api/openapi.ts`).
 *
 * A failure has an HTTP status and the body `{ problem }`. Every call that needs a token bears `Authorization: Bearer {token}`.
 */
import { accountCalls } from './calls/accounts.ts'
import type { Call, SentFile } from './calls/call.ts'
import { historyCalls } from './calls/history.ts'
import { localCalls } from './calls/local.ts'
import { pageCalls } from './calls/page.ts'
import { projectCalls } from './calls/projects.ts'
import { realtimeCalls } from './calls/realtime.ts'
import { transcriptionCalls } from './calls/transcription.ts'
import type { Shape, ShapeName } from './shapes.ts'

const calls = {
  ...accountCalls,
  ...projectCalls,
  ...realtimeCalls,
  ...historyCalls,
  ...transcriptionCalls,
  ...localCalls,
  ...pageCalls,
} as const

type All = typeof calls
export type CallName = keyof All

/** All of them, with the parts of their names. */
export const everyCall: readonly NamedCall[] = (Object.entries(calls) as [CallName, Call][]).map(([name, call]) => {
  const [method = '', path = ''] = name.split(' ')
  return { ...call, name, method, path }
})
export interface NamedCall extends Call {
  name: CallName
  method: string
  path: string
}

/** Those whose answer is JSON, and those whose answer is a file. */
export type JsonCall = { [K in CallName]: All[K]['answer'] extends ShapeName ? K : never }[CallName]
export type FileCall = { [K in CallName]: All[K]['answer'] extends SentFile ? K : never }[CallName]

export type AnswerOf<K extends CallName> = All[K]['answer'] extends infer S extends ShapeName ? Shape<S> : never
export type BodyOf<K extends CallName> = All[K] extends { body: infer S extends ShapeName } ? Shape<S> : undefined

type Varying<Name> = Name extends `${string}{${infer Part}}${infer Rest}` ? Part | Varying<Rest> : never
type OneOf<K extends CallName, Part> = All[K] extends { among: infer A }
  ? Part extends keyof A
    ? A[Part] extends readonly (infer One extends string)[]
      ? One
      : string
    : string
  : string
/** What varies in the path, by its name. */
export type PathOf<K extends CallName> = { [Part in Varying<K>]: OneOf<K, Part> }

type Asked<K extends CallName> = All[K] extends { query: infer Q } ? keyof Q & string : never
/** The query: those that have to be there, and those that may be left out. */
export type QueryOf<K extends CallName> = { [N in Asked<K> as N extends `${string}?` ? never : N]: string } & {
  [N in Asked<K> as N extends `${infer Name}?` ? Name : never]?: string
}

/** What a call is given; what it has none of is left out. */
export type GivenOf<K extends CallName> = (Varying<K> extends never ? object : { path: PathOf<K> }) &
  (Asked<K> extends never ? object : { query: QueryOf<K> }) &
  (All[K] extends { body: ShapeName } ? { body: BodyOf<K> } : object)
