/** Puts together what makes a server one of several nodes. Loaded only where the settings name a database. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import type { Log } from '../base/log.ts'
import type { NodeSettings } from '../base/settings/settings.ts'
import type { SharedBackups } from '../files/backupFiles.ts'
import type { Cloud, CloudNodes } from '../hosts/cloud/cloud.ts'
import type { NodeMetrics } from '../routes/metrics.ts'
import type { Tickets } from '../security/tickets.ts'
import { openNodeAccounts } from './accounts.ts'
import { auditTable } from './auditTable.ts'
import { backupTable } from './backupTable.ts'
import { fileTable } from './fileTable.ts'
import { replayProject } from './guest.ts'
import { type Nodes, openNodes } from './nodes.ts'
import { openSigning } from './signed.ts'
import { nodeTickets } from './tickets.ts'
import { openTruth } from './truth.ts'

export interface Joined {
  readonly cloud: CloudNodes
  readonly backups: SharedBackups
  /** Makes the host, and the node around it. */
  begin(open: () => Cloud): { cloud: Cloud; nodes: Nodes; tickets: Tickets }
  /** Leaves the others, once nothing is served any more. */
  close(): Promise<void>
}

/** ms */
const wishesEvery = 1000
const sizesEvery = 10_000

/** `data`: the folder of this node's own files, of which nothing is believed that was there before. Throws where PostgreSQL cannot be reached. */
export async function joinNodes(
  settings: NodeSettings,
  data: string,
  log: Pick<Log, 'error'>,
  metrics?: NodeMetrics,
): Promise<Joined> {
  const folder = join(data, 'node')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { version } = manifest
  const { database: url, address = '' } = settings
  const truth = await openTruth({
    ...{ url, address, version, warn: log.error },
    ...(metrics && { took: metrics.took, fenced: metrics.fenced }),
  })
  const accounts = await openNodeAccounts({ truth, folder, warn: log.error }).catch(async (error: unknown) => {
    await truth.close()
    throw error
  })
  const audit = auditTable(truth.sql, log.error)
  const backups = backupTable({ sql: truth.sql, lease: truth.token, warn: log.error })
  const sizes = new Map<string, number>()
  const readSizes = async () => {
    const rows = await truth.sql<{ uuid: string; size: string }[]>`SELECT uuid, size FROM project
WHERE changed > now() - interval '1 minute' OR ${sizes.size === 0}`
    for (const { uuid, size } of rows) sizes.set(uuid, Number(size))
    await backups.look()
  }
  await readSizes()
  let nodes: Nodes | undefined
  const timers = [
    setInterval(() => void nodes?.sendWishes().catch(log.error), wishesEvery),
    setInterval(() => void readSizes().catch(log.error), sizesEvery),
  ]
  return {
    backups,
    cloud: {
      database: accounts.database,
      audit,
      files: (kind) => fileTable({ sql: truth.sql, kind, folder: join(folder, 'kept'), node: truth.id }),
      folder: join(folder, 'projects'),
      sizeOf: (uuid) => sizes.get(uuid) ?? 0,
      backups: backups.notes,
      read: (uuid, path) => truth.read(uuid, path, replayProject),
      discard: (uuid) => {
        backups.forget(uuid)
        void truth.remove(uuid).catch(log.error)
      },
      caughtUp: accounts.caughtUp,
      settled: () => accounts.settled(),
      prepare: async (person, uuid) => {
        if (!nodes || !accounts.database.db.prepare(isNamed).get(uuid, person.id)) await nodes?.author(person, uuid)
      },
    },
    begin: (open) => {
      const cloud = accounts.trial(open)
      accounts.onChange(cloud.changed)
      nodes = openNodes({
        ...{ truth, accounts, signing: openSigning(settings.secret), grant: cloud.grant, warn: log.error },
        name: (person, uuid) => void cloud.host.author(person, uuid),
        noted: audit.settled,
      })
      const made = nodes
      metrics?.on({ waitingBytes: () => truth.waitingBytes, pipes: () => made.pipes })
      return { cloud, nodes, tickets: nodeTickets(truth.sql) }
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      await nodes?.sendWishes().catch(log.error)
      await accounts.close()
      await truth.close()
    },
  }
}

const isNamed = 'SELECT 1 FROM authors WHERE project = ? AND account = ?'
