/** Registers a route by its declaration in `src/model/contract`: its method and path, the check of its body, the status of what it refuses. */
import type { Context, Hono } from 'hono'
import type { ZodType } from 'zod'
import type { Call } from '../../src/model/contract/calls/call.ts'
import {
  type AnswerOf,
  type BodyOf,
  type CallName,
  everyCall,
  type NamedCall,
  type PathOf,
  type QueryOf,
} from '../../src/model/contract/calls.ts'
import { shapes } from '../../src/model/contract/shapes.ts'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import type { Person } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { bodyOf, failed, type Status } from './answer.ts'

export interface AskedCall<K extends CallName> {
  context: Context<AppEnv>
  /** Who asks, where the call needs a token. */
  person: Person
  path: PathOf<K>
  query: QueryOf<K>
  /** Reads the body and checks its shape: after whatever a stranger is to be refused for. Problems: badRequest, fileTooLarge. */
  body(): Promise<Result<BodyOf<K>>>
}

/** A value is answered as JSON; a response is sent as it is. */
export type CallReply<K extends CallName> = Result<AnswerOf<K>> | Response

export function serveCall<K extends CallName>(
  routes: Hono<AppEnv>,
  name: K,
  handle: (asked: AskedCall<K>) => CallReply<K> | Promise<CallReply<K>>,
): void {
  const call = everyCall.find((one) => one.name === name)
  if (!call) throw new Error(`${name} is no call`)
  routes.on(call.method, pattern(call), async (context: Context<AppEnv>): Promise<Response> => {
    const reply = await handle({
      context,
      person: context.get('person'),
      path: context.req.param() as PathOf<K>,
      query: context.req.query() as QueryOf<K>,
      body: () => read<K>(context, call),
    })
    if (reply instanceof Response) return reply
    return isProblem(reply) ? refused(context, call, reply.problem) : context.json(reply.ok)
  })
}

/** Does `use` with the body, or refuses what is none. */
export async function withBody<K extends CallName, T>(
  { body }: AskedCall<K>,
  use: (body: BodyOf<K>) => T | Promise<T>,
): Promise<T | { problem: Problem }> {
  const given = await body()
  return isProblem(given) ? given : use(given.ok)
}

/** What was done, of which nothing is told. */
export const done = (result: Result<unknown>): Result<Record<string, never>> =>
  isProblem(result) ? result : { ok: {} }

/** What came of it, as it is told. */
export const mapped = <T, Told>(result: Result<T>, tell: (value: T) => Told): Result<Told> =>
  isProblem(result) ? result : { ok: tell(result.ok) }

/** A failure under the status that the call declares for it. */
export function refused(context: Context<AppEnv>, { fails = {} }: Call, problem: Problem): Response {
  const [status] = Object.entries(fails).find(([, kinds]) => kinds.includes(problem.kind)) ?? []
  return failed(context, problem, status === undefined ? undefined : (Number(status) as Status))
}

async function read<K extends CallName>(context: Context<AppEnv>, { body, most }: Call): Promise<Result<BodyOf<K>>> {
  if (!body) throw new Error('this call is declared without a body')
  const shape: ZodType = shapes[body]
  return (await bodyOf(context, shape, most)) as Result<BodyOf<K>>
}

/** `/{uuid}/{form}` as the router has it: `/:uuid/:form{qrk|json}`. */
const pattern = ({ path, among = {}, deep }: NamedCall): string =>
  path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const values = among[part]?.join('|') ?? (part === deep ? '.+' : '')
    return `:${part}${values && `{${values}}`}`
  })
