/**
 * What `thicket admin` has done stands in the security log of the server: at once where one runs, else when the next one starts, which finds it
 * in `operator.log` of its folder.
 */
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from './log.ts'

export const deed = z.strictObject({
  /** As `accountMade`. */
  event: z.string().regex(/^[a-zA-Z]{1,40}$/),
  /** The id of whose account it was. */
  account: z.string().max(100).optional(),
  /** The id of a project. */
  project: z.string().max(100).optional(),
  /** The id of the account that it was about besides: whose a project is now. */
  with: z.string().max(100).optional(),
  /** The right that somebody has now. */
  right: z.string().max(100).optional(),
  /** What was set, as `on` or `50000 MB, none projects`. */
  detail: z.string().max(100).optional(),
  /** The server did it by itself, by a process of its own; left out: whoever runs it. */
  by: z.literal('server').optional(),
  /** When it was done: ISO 8601. */
  at: z.iso.datetime(),
})
export type Deed = z.infer<typeof deed>

const pathIn = (data: string): string => join(data, 'operator.log')

/** For the next server of this folder. */
export const keepDeed = (data: string, done: Deed): void =>
  appendFileSync(pathIn(data), `${JSON.stringify(done)}\n`, { mode: 0o600, flush: true })

/** What the security log says of it. */
export const fieldsOf = ({ event: _, ...done }: Omit<Deed, 'at'> & Partial<Pick<Deed, 'at'>>) => ({
  by: 'operator',
  ...Object.fromEntries(Object.entries(done).filter(([, value]) => value !== undefined)),
})

export const sayDeed = (log: Pick<Log, 'security'>, done: Deed): void => log.security(done.event, fieldsOf(done))

/** What was done while no server ran, in order: the next one has not said it yet. */
export function waitingDeeds(data: string): Deed[] {
  if (!existsSync(pathIn(data))) return []
  return readFileSync(pathIn(data), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const read = deed.safeParse(parsed(line))
      return read.success ? [read.data] : []
    })
}

export function sayDeeds(data: string, log: Pick<Log, 'security'>): void {
  for (const done of waitingDeeds(data)) sayDeed(log, done)
  rmSync(pathIn(data), { force: true })
}

/** Cut off by a full disk: it is none. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
