/**
 * Tells the server what was written of its projects here, for the audit log; without a network, once there is one again.
 *
 * Promises: what is kept leaves the list when the server has it, or says that it is nothing to note; it is told with the time at which the file
 * was written, by which the server knows what it has heard already, so that a page that closes between the two neither loses nor doubles it.
 */
import { isProblem, type Problem } from '../../model/problems.ts'
import { keep as keepText, kept } from '../copies/keptText.ts'
import { locks } from '../locks.ts'
import { api } from './server.ts'
import { accountKey, pageKey, session } from './session.ts'

interface Untold {
  uuid: string
  form: string
  /** When the file was written, in ms since 1970; pages of before 28 November 2026 kept none. */
  at?: number
}

/** Of what is kept: the oldest go first. */
const mostUntold = 200
/** After this long the server is asked again, in ms. */
const askAgainAfter = 15_000
/** Said of what will never be noted; whatever else is said, it may be another time. */
const neverNoted: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>(['projectNotFound', 'badRequest'])

/** Each account tells what it has written itself. */
const keyOf = (account: string): string => `thicket:${account}:untoldExports`
const untold = (key: string): Untold[] => JSON.parse(kept(key) ?? '[]') as Untold[]
const keep = (key: string, all: readonly Untold[]): void =>
  keepText(key, all.length === 0 ? null : JSON.stringify(all.slice(-mostUntold)))

const isOther = (one: Untold) => (each: Untold) =>
  each.uuid !== one.uuid || each.form !== one.form || each.at !== one.at

let again: ReturnType<typeof setTimeout> | undefined

/** Of a file that has just been written of the project: `form` as `xlsx`; `at`: when, in ms since 1970. It waits for its own account where the session has ended. */
export async function tellExport(uuid: string, form: string, at: number): Promise<void> {
  const key = keyOf(pageKey())
  keep(key, [...untold(key), { uuid, form, at }])
  await tellExports()
}

/** All that the account has not told yet. What cannot be told now is tried again later, as long as the page is open. `signal` gives it up. */
export async function tellExports(signal?: AbortSignal): Promise<void> {
  const key = keyOf(accountKey())
  clearTimeout(again)
  if (session.standing !== 'known' || untold(key).length === 0) return
  // One tab at a time.
  await locks().request(key, { ...(signal && { signal }) }, async () => {
    for (let [next] = untold(key); next && keyOf(accountKey()) === key; [next] = untold(key)) {
      const { uuid, ...body } = next
      const told = await api('POST /v1/thicket/projects/{uuid}/exports', {
        path: { uuid },
        body,
        ...(signal && { signal }),
      })
      if (isProblem(told) && !neverNoted.has(told.problem.kind)) return later()
      // Meanwhile others may have been kept.
      keep(key, untold(key).filter(isOther(next)))
    }
  })
}

function later(): void {
  clearTimeout(again)
  again = setTimeout(() => void tellExports(), askAgainAfter)
}

/** Begins to tell what is left of before, and goes on when the network comes back; returns the function that stops it. */
export function tellExportsInBackground(): () => void {
  const tell = () => void tellExports()
  tell()
  addEventListener('online', tell)
  return () => {
    removeEventListener('online', tell)
    clearTimeout(again)
  }
}
