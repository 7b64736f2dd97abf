/**
 * For whoever runs the server: /healthz, without a token, and /metrics, for the machine itself or with the token of the settings. Both stand
 * before the check of names and origins: what watches a server calls it by any name.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { problem } from '../../src/model/problems.ts'
import type { BackupStanding } from '../base/backupStanding.ts'
import { leastFree } from '../base/diskSpace.ts'
import type { AppEnv } from '../security/security.ts'
import type { Metrics } from './metrics.ts'
import { serveCall } from './serveCall.ts'

export interface Operations {
  metrics: Metrics
  /** Null: only this machine may read the numbers, and not through a proxy. */
  metricsToken: string | null
  /** Bytes free on the disk of the data; left out: nobody looks. */
  free?: () => number
  /** How the backups stand that the server makes by itself; left out: it makes none. */
  backups?: () => BackupStanding
  /** Of several nodes: whether this one is to be sent people; left out: it is alone. */
  ready?: () => boolean
  /** Whether browsers come by a proxy: then a call from this machine may be anybody's. */
  proxied: boolean
}

/** `healthy`: whether the storage answers. */
export function operationRoutes(healthy: () => Promise<boolean>, operations: Operations): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'GET /healthz', async ({ context }) => {
    const sound = await healthy().catch(() => false)
    // Reading goes on with a full disk, and a start would not: whoever watches by the status alone is not to have it started anew.
    const isFull = (operations.free?.() ?? Number.NaN) < leastFree
    return context.json({ status: sound ? 'ok' : 'failed', ...(isFull && { disk: 'full' }) }, sound ? 200 : 503)
  })
  serveCall(routes, 'GET /readyz', ({ context }) => {
    const isReady = operations.ready?.() ?? true
    return context.json({ status: isReady ? 'ok' : 'failed' }, isReady ? 200 : 503)
  })
  serveCall(routes, 'GET /metrics', async ({ context }) => {
    if (!mayRead(context, operations)) return problem({ kind: 'notSignedIn' })
    const { body, type } = await operations.metrics.text()
    return context.body(body, 200, { 'Content-Type': type })
  })
  return routes
}

function mayRead(context: Context, { metricsToken, proxied }: Operations): boolean {
  if (metricsToken !== null) {
    const given = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
    return timingSafeEqual(sha256(given), sha256(metricsToken))
  }
  const forwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']
  if (proxied || forwarded.some((name) => context.req.header(name) !== undefined)) return false
  const host = (context.req.header('host') ?? '').replace(/:\d+$/, '')
  return isLoopback(getConnInfo(context).remote.address ?? '') && ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address)
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
