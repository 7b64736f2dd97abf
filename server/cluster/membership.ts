/**
 * This node's place among the others: a row that it renews, and a lock that goes with its connection, so that one that was killed is found at once.
 * One that could not renew itself for as long as the others believe in it serves nothing from then on, by its own steady clock.
 */
import { openConnections } from './connections.ts'
import { lockSpace } from './tables.ts'

export interface Membership {
  /** Whether it has renewed itself as often as the others expect. */
  serves(): boolean
  /** ms since then. */
  renewedAgo(): number
  accountsAt(pos: number): void
  /** From here on it is known to be leaving. */
  drain(): Promise<void>
  /** It is renewed no more. */
  stop(): Promise<void>
  /** After `stop`: the others need not wait until they believe in it no more. */
  leave(): Promise<void>
}

export interface MembershipOptions {
  url: string
  id: string
  address: string
  version: string
  /** ms for which it is believed in. */
  lease: number
  renewEvery: number
  warn: (error: unknown) => void
  /** It was away for longer than that: what it had may be somebody else's. */
  lost: () => void
  /** Each time that it has renewed itself. */
  renewed: () => Promise<void>
}

export async function joinOthers(options: MembershipOptions): Promise<Membership> {
  const { id, address, version, lease, warn, lost } = options
  /** The connection whose end says that this node has ended: never given up while it lives. */
  const own = openConnections(options.url, { max: 1 })
  let renewedAt = Number.NEGATIVE_INFINITY
  let isDraining = false
  let accounts = 0
  /** What PostgreSQL calls the connection that holds the lock; 0: none does. */
  let lockedBy = 0

  const serves = () => {
    const isCurrent = performance.now() - renewedAt < lease
    if (!isCurrent) lost()
    return isCurrent
  }

  const renew = async () => {
    const began = performance.now()
    // Its lock is there as soon as anybody sees that it has renewed itself.
    const [row] = await own<{ pid: number; isHeld: boolean }[]>`
INSERT INTO node (id, address, version, until, draining, accounts)
VALUES (${id}, ${address}, ${version}, now() + ${lease} * interval '1 ms', ${isDraining}, ${accounts})
ON CONFLICT (id) DO UPDATE SET until = excluded.until, draining = excluded.draining, accounts = excluded.accounts, renewed = now()
RETURNING pg_backend_pid() AS pid, CASE WHEN pg_backend_pid() = ${lockedBy} THEN true ELSE pg_try_advisory_lock(${lockSpace}, lock) END AS "isHeld"`
    if (!row) return
    lockedBy = row.isHeld ? row.pid : 0
    if (began - renewedAt >= lease) lost()
    renewedAt = began
    await options.renewed()
  }
  let renewing: Promise<void> | undefined
  const tick = () => {
    serves()
    renewing ??= renew()
      .catch(warn)
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }
  await renew()
  await own`DELETE FROM node WHERE until < now() - interval '1 minute'`
  const timer = setInterval(() => void tick(), options.renewEvery)

  return {
    serves,
    renewedAgo: () => performance.now() - renewedAt,
    accountsAt: (pos) => {
      accounts = pos
    },
    drain: async () => {
      isDraining = true
      await tick()
    },
    stop: async () => {
      clearInterval(timer)
      await renewing
    },
    leave: async () => {
      await own`DELETE FROM node WHERE id = ${id}`.catch(warn)
      await own.end()
    },
  }
}
