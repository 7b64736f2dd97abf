/** Servers of many people that are nodes of one database, in this process, for tests. */
import { join } from 'node:path'
import { openLog } from '../base/log.ts'
import { readSettings, type Settings } from '../base/settings/settings.ts'
import { joinNodes } from '../cluster/join.ts'
import type { Nodes } from '../cluster/nodes.ts'
import { openPasswords } from '../hosts/cloud/accounts/passwords.ts'
import { openCloud } from '../hosts/cloud/cloud.ts'
import { openMetrics } from '../routes/metrics.ts'
import { type Running, type StartOptions, startServer } from '../running/start.ts'
import { abilitiesOf } from '../speech/engine.ts'
import { freePort } from './freePort.ts'
import { makePage } from './serve.ts'

export interface ServedNode extends Running {
  readonly base: string
  readonly nodes: Nodes
  /** Leaves as `thicket serve` does when it is told to stop. */
  end(): Promise<void>
}

/** Passwords are no matter of these tests. */
const cheap = { memory: 8, passes: 1, parallelism: 1 }

/** `database`: where all of them are; `folder`: of this one alone; `more`: settings, alike at all of them. */
export async function serveNode(
  database: string,
  folder: string,
  more: Partial<Settings> = {},
  { linger }: Pick<StartOptions, 'linger'> = {},
): Promise<ServedNode> {
  const port = await freePort()
  const nodesOf = { database, address: `http://127.0.0.1:${port}`, secret: 'what all these nodes know' }
  const data = join(folder, 'data')
  const read = readSettings({ THICKET_DATA: data })
  const settings: Settings = { ...read, port: 0, threads: 1, registration: 'open', nodes: nodesOf, ...more }
  const log = openLog('silent')
  const joined = await joinNodes(nodesOf, data, log)
  const speech = await abilitiesOf(settings)
  const options = { passwords: openPasswords(cheap), nodes: joined.cloud, speech }
  const { cloud, nodes, tickets } = joined.begin(() => openCloud(settings, log, options))
  const running = await startServer({
    host: cloud.host,
    log,
    page: makePage(folder),
    port: 0,
    threads: 1,
    ...(linger !== undefined && { linger }),
    backups: join(data, 'node', 'backups'),
    nodes: { nodes, tickets, backups: joined.backups, host: '127.0.0.1', port },
    operations: { metrics: openMetrics(), metricsToken: null, proxied: false, ready: nodes.isReady },
  })
  const base = `http://127.0.0.1:${running.port}`
  cloud.startAt(base)
  return {
    ...running,
    base,
    nodes,
    end: async () => {
      await nodes.drain()
      await running.close()
      await cloud.close()
      await joined.close()
    },
  }
}
