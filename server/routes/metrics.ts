/**
 * What the server counts of itself, in the format of Prometheus. Nothing is counted by person, project or path: the names of routes are
 * classes (`page`, `account`, `projects` …).
 */
import type { MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isProblem, type Result } from '../../src/model/problems.ts'
import type { PushAnswer } from '../../src/model/protocol.ts'
import type { BackupStanding } from '../base/backupStanding.ts'
import type { Used } from '../files/temporaryFiles.ts'
import type { AppEnv } from '../security/security.ts'

/** What is asked when the numbers are read. */
export interface Measured {
  sockets(): number
  projects(): number
  /** Calls that wait for a storage thread. */
  queue(): number
  lines(): ReadonlyMap<string, number>
  /** Copies of projects on their way to somebody. */
  temporary(): Used
  /** Bytes free on the disk of the data; NaN: not known. */
  free(): number
  /** How the backups stand that the server makes by itself. */
  backups(): BackupStanding
}

/** What one of several nodes counts besides. */
export interface NodeMetrics {
  /** Something was appended to logs, in so many seconds. */
  took(seconds: number): void
  /** A lease was lost. */
  fenced(): void
  readonly on: (measured: { waitingBytes(): number; pipes(): number }) => void
}

export interface Metrics {
  requests: MiddlewareHandler<AppEnv>
  /** Of one push, `seconds` after it came. */
  pushed(result: Result<PushAnswer>, seconds: number): void
  /** A mail has left, or could not. */
  mailed(isSent: boolean): void
  /** The text, and its media type. */
  text(): Promise<{ body: string; type: string }>
  readonly on: (measured: Measured) => void
  /** To be called once, where there are several nodes. */
  ofNodes(): NodeMetrics
}

const classes: readonly [RegExp, string][] = [
  [/^\/web\/api\/(v2\/(auth|register)|user)(\/|$)/, 'account'],
  [/^\/web\/api\/v2\/projects(\/|$)/, 'projects'],
  [/^\/web\/api(\/|$)/, 'api'],
  [/^\/web\/assets\//, 'asset'],
  [/^\/(web|buy|projects)(\/|$)|^\/(activation|reset)?$/, 'page'],
  [/^\/v1\/thicket\/?$/, 'socket'],
  [/^\/v1\/thicket\/ticket$/, 'ticket'],
  [/^\/v1\/thicket\/push$/, 'push'],
  [/\/snapshot$/, 'snapshot'],
  [/^\/v1\/thicket(\/|$)/, 'realtime'],
  [/^\/(healthz|readyz|metrics)$/, 'operations'],
]
export const routeClass = (path: string): string => classes.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

/** Each server has its own numbers. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  let measured: Measured = {
    sockets: () => 0,
    projects: () => 0,
    queue: () => 0,
    lines: () => new Map(),
    temporary: () => ({ files: 0, bytes: 0 }),
    free: () => Number.NaN,
    backups: () => ({}),
  }
  const http = new Counter({
    name: 'thicket_http_requests_total',
    help: 'Requests by class of route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  // There before the first one: an alert on what grows would not see it otherwise.
  for (const route of new Set(classes.map(([, name]) => name)))
    for (const method of ['GET', 'POST']) http.inc({ route, method, status: 500 }, 0)
  const mails = new Counter({
    name: 'thicket_mails_total',
    help: 'Mails by what became of them: sent (or, without a mail server, written to the folder), failed.',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
  const pushes = new Counter({ name: 'thicket_pushes_total', help: 'Pushes that were answered.', registers })
  const steps = new Counter({ name: 'thicket_steps_total', help: 'Steps that rooms have taken.', registers })
  const refusals = new Counter({
    name: 'thicket_refusals_total',
    help: 'Steps and pushes that were not taken, by the kind of problem.',
    labelNames: ['kind'],
    registers,
  })
  const latency = new Histogram({
    name: 'thicket_push_seconds',
    help: 'From a push to its answer, which is on the disk by then.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('thicket_sockets', 'Sockets that are open.', () => measured.sockets())
  gauge('thicket_open_projects', 'Projects that are open.', () => measured.projects())
  gauge('thicket_storage_queue', 'Calls that wait for a storage thread.', () => measured.queue())
  const copies = 'copies of projects on their way to somebody: downloads, reports, what a project was'
  gauge('thicket_temporary_files', `How many ${copies}.`, () => measured.temporary().files)
  gauge('thicket_temporary_bytes', `Bytes of ${copies}.`, () => measured.temporary().bytes)
  gauge('thicket_disk_free_bytes', 'Bytes that can still be written on the disk of the data.', () => measured.free())
  /** Of what was never done there is no number. */
  const seconds = (at: number | undefined) => (at === undefined ? Number.NaN : at / 1000)
  const outcome = (of: { ok: boolean } | undefined) => (of === undefined ? Number.NaN : Number(of.ok))
  const own = 'backup that the server makes by itself'
  gauge('thicket_backup_good_timestamp_seconds', `When the last good ${own} was made.`, () =>
    seconds(measured.backups().good),
  )
  gauge('thicket_backup_ok', `1: the last ${own} was made, 0: it could not be.`, () => outcome(measured.backups().made))
  gauge('thicket_restore_tried_timestamp_seconds', 'When a restore of the newest backup was tried last.', () =>
    seconds(measured.backups().tried?.at),
  )
  gauge('thicket_restore_ok', '1: that restore brought back all of it, 0: it did not.', () =>
    outcome(measured.backups().tried),
  )
  new Counter({
    name: 'thicket_log_lines_total',
    help: 'Lines of the log, by level.',
    labelNames: ['level'],
    registers,
    collect() {
      this.reset()
      for (const level of ['info', 'error', 'security']) this.inc({ level }, 0)
      for (const [level, count] of measured.lines()) this.inc({ level }, count)
    },
  })
  const ofNodes = (): NodeMetrics => {
    let ofNode = { waitingBytes: () => 0, pipes: () => 0 }
    const appends = new Histogram({
      name: 'thicket_truth_append_seconds',
      help: 'From a batch of changes to the answer of the database of all nodes.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    const lost = new Counter({
      name: 'thicket_truth_fenced_total',
      help: 'Changes that were refused since another node had taken the project.',
      registers,
    })
    gauge('thicket_truth_waiting_bytes', 'Bytes of changes that wait for the database of all nodes.', () =>
      ofNode.waitingBytes(),
    )
    gauge('thicket_piped_sockets', 'Sockets whose project another node has open.', () => ofNode.pipes())
    return {
      took: (seconds) => appends.observe(seconds),
      fenced: () => lost.inc(),
      on: (given) => {
        ofNode = given
      },
    }
  }
  return {
    on: (given) => {
      measured = given
    },
    ofNodes,
    requests: async (context, next) => {
      await next()
      const { method } = context.req
      http.inc({
        route: routeClass(context.req.path),
        method: methods.has(method) ? method : 'other',
        status: context.res.status,
      })
    },
    pushed: (result, seconds) => {
      latency.observe(seconds)
      if (isProblem(result)) return refusals.inc({ kind: result.problem.kind })
      pushes.inc()
      for (const step of result.ok.steps) {
        if ('seq' in step) steps.inc()
        else refusals.inc({ kind: 'problem' in step ? step.problem.kind : 'stale' })
      }
    },
    mailed: (isSent) => mails.inc({ result: isSent ? 'sent' : 'failed' }),
    text: async () => ({ body: await registry.metrics(), type: registry.contentType }),
  }
}
