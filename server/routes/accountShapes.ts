/** What the routes of accounts have in common: the bounds of what is given, and who calls. */
import type { Context } from 'hono'
import { z } from 'zod'
import type { Caller } from '../host.ts'
import { callerOf } from '../security/callerAddress.ts'
import { languageOf } from '../security/callerLanguage.ts'

/** Whether it is one is for `Accounts` to say, as a problem with its own words. */
export const email = z.string().max(500)
/** Longer ones than are taken, so that they are told so. */
export const password = z.string().max(1000)

/** A one-time link. In a body, never in an address: those are what proxies keep. */
export const linkOf = z.object({ link: z.string().max(200) })

/** Bytes of a body that anybody may send. */
export const mostOfAnybody = 16 * 1024

export type CallerOf = (context: Context) => Caller

/** `proxies`: how many of ours stand before this server. */
export const callers =
  (proxies: number): CallerOf =>
  (context) => ({
    address: callerOf(context, proxies),
    agent: context.req.header('user-agent') ?? '',
    language: languageOf(context.req.header('accept-language')),
  })
