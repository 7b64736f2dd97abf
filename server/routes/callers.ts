/** Who calls, as accounts are told of it. */
import type { Context } from 'hono'
import type { Caller } from '../host.ts'
import { callerOf } from '../security/callerAddress.ts'
import { languageOf } from '../security/callerLanguage.ts'

export type CallerOf = (context: Context) => Caller

/** `proxies`: how many of ours stand before this server. */
export const callers =
  (proxies: number): CallerOf =>
  (context) => ({
    address: callerOf(context, proxies),
    agent: context.req.header('user-agent') ?? '',
    language: languageOf(context.req.header('accept-language')),
  })
