/** `thicket serve`: the server for many people, until it is told to stop. */
import { join } from 'node:path'
import { isProblem } from '../../src/model/problems.ts'
import { freeBytes } from '../base/diskSpace.ts'
import { type Log, openLog } from '../base/log.ts'
import { sayDeeds } from '../base/operatorLog.ts'
import { saidOf } from '../base/settings/givenSettings.ts'
import { localVariables } from '../base/settings/localSettings.ts'
import { isLoopback } from '../base/settings/secureAddress.ts'
import { type NodeSettings, readSettings, type Settings, senderProblem } from '../base/settings/settings.ts'
import { comesAfter, lowerHelpers } from '../base/turns/lowerPriority.ts'
import type { Joined } from '../cluster/join.ts'
import type { Nodes } from '../cluster/nodes.ts'
import { openCloud } from '../hosts/cloud/cloud.ts'
import { type Metrics, openMetrics } from '../routes/metrics.ts'
import { type Abilities, abilitiesOf } from '../speech/engine.ts'
import { pageProblem, providePage } from './builtPage.ts'
import { isServed, openControl } from './control.ts'
import { dataFolderProblem, makeDataFolder } from './dataFolder.ts'
import { type OwnBackups, openOwnBackups } from './ownBackups.ts'
import { keepFromOthers } from './ownerOnly.ts'
import { secondPlaceProblem } from './secondPlace.ts'
import { type Running, startServer } from './start.ts'
import { startFailure } from './startFailure.ts'
import { stopped } from './stopped.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** Prints the address when it can be called. Resolves when the server has stopped; the exit code. */
export async function serve(dev: boolean): Promise<number> {
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    say(saidOf(error))
    return 1
  }
  try {
    return await serveWith(settings, dev)
  } catch (error) {
    const why = startFailure(error, settings)
    if (why === null) throw error
    return fail(why)
  }
}

async function serveWith(settings: Settings, dev: boolean): Promise<number> {
  const { data } = settings
  if (settings.nodes && settings.nodes.address === undefined)
    return fail('THICKET_NODE: several nodes need to know where each is reached, as http://10.0.0.5:4281')
  const misplaced = dataFolderProblem(data)
  if (misplaced !== null) return fail(misplaced)
  const made = makeDataFolder(data)
  if ('problem' in made) return fail(made.problem)
  for (const line of keepFromOthers(data)) say(`thicket: ${line}`)
  for (const name of Object.values(localVariables))
    if (process.env[name]) say(`thicket: ${name} is for desktops, and is nothing to a server of many people`)
  const sender = senderProblem(settings)
  if (sender !== null) say(`thicket: ${sender}`)
  if (await isServed(data)) return fail(`another Thicket serves the folder ${data}`)
  const page = await providePage(dev, say)
  const old = await pageProblem()
  if (old !== null) say(`thicket: ${old}`)
  const log = openLog('info')
  const metrics = openMetrics()
  lowerHelpers(comesAfter.helpers)
  let speech: Abilities | null
  try {
    speech = await abilitiesOf(settings)
  } catch (error) {
    await page.end()
    return fail(`THICKET_SPEECH: ${settings.speech} cannot be used: ${saidOf(error).replace(/^thicket: /, '')}`)
  }
  const joined = settings.nodes && (await joinOthers(settings.nodes, data, log, metrics))
  const open = () =>
    openCloud(settings, log, { mailed: metrics.mailed, speech, ...(joined && { nodes: joined.cloud }) })
  const node = joined?.begin(open)
  const cloud = node?.cloud ?? open()
  const end = async () => {
    await cloud.close()
    await joined?.close()
    await page.end()
  }
  const wrong = await cloud.host.payment?.wrongPrices()
  if (wrong && isProblem(wrong)) say('thicket: Stripe does not answer, so that prices could not be compared')
  else if (wrong && wrong.ok.length > 0) {
    await end()
    return fail(['prices.json does not say what Stripe does:', ...wrong.ok].join('\n'))
  }
  let backups: OwnBackups | undefined
  let running: Running
  try {
    running = await startServer({
      host: cloud.host,
      log,
      ...(joined && node
        ? { nodes: { ...node, backups: joined.backups, ...listensAt(settings.nodes?.address ?? '') } }
        : {}),
      backups: node ? join(data, 'node', 'backups') : join(data, 'backups'),
      page: page.folder,
      port: settings.port,
      threads: settings.threads,
      proxies: settings.proxies,
      ...(settings.host !== '127.0.0.1' && { address: settings.host }),
      operations: {
        metrics,
        metricsToken: settings.metricsToken ?? null,
        proxied: settings.url !== undefined || settings.proxies > 0,
        free: () => freeBytes(data),
        ...(settings.backupTo !== undefined && { backups: () => backups?.standing() ?? {} }),
        ...(node && { ready: node.nodes.isReady }),
      },
      ...(settings.url && { url: settings.url }),
      ...(page.reloads && { reloads: page.reloads }),
    })
  } catch (error) {
    await end()
    throw error
  }
  const address = settings.url ?? `http://127.0.0.1:${running.port}`
  const control = await openControl({ data, rooms: running.rooms, log, address })
  cloud.startAt(address)
  const ownBackups = openOwnBackups({ settings, log, tell: cloud.tellOperator })
  backups = ownBackups
  void ownBackups.look()
  void saySecondPlace(settings)
  log.say('listening', { port: running.port })
  sayDeeds(data, log)
  // Before it is said: who reads that Ctrl+C stops it may press it at once, and a signal that nobody takes ends it in its middle.
  const ended = stopped(node ? drained(running, node.nodes) : running, log)
  process.stdout.write(`${address}/web/\n`)
  if (made.isNew) say(`${data} is a new folder: this is a server without accounts and projects.`)
  say(`Thicket serves the folder ${data}. Ctrl+C stops it.`)
  if (settings.registration === 'invitation' && cloud.host.accounts.isEmpty())
    say(
      'There is no account yet, and new ones are by invitation: make the first with "thicket admin create-user EMAIL", its password on stdin.',
    )
  if (!isLoopback(settings.host) && !settings.url)
    say('It listens beyond this machine, where nobody is let in before THICKET_URL says by which address they come.')
  await ended
  ownBackups.close()
  await control?.close()
  await end()
  log.say('stopped')
  return 0
}

/** At each start, whether or not a backup is due. It may come late: a share that does not answer is not to keep the server from its start. */
async function saySecondPlace({ backupTo }: Settings): Promise<void> {
  const missing = backupTo === undefined ? null : await secondPlaceProblem(backupTo)
  if (missing !== null) say(`thicket: ${missing}.`)
}

/** None of it is loaded where a server is alone. */
async function joinOthers(settings: NodeSettings, data: string, log: Log, metrics: Metrics): Promise<Joined> {
  const { joinNodes } = await import('../cluster/join.ts')
  return joinNodes(settings, data, log, metrics.ofNodes())
}

/** Where the other nodes find it, as one listens: a name of the network may be that of any of this machine's addresses. */
function listensAt(address: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isNumber = /^[\d.]+$|:/.test(host)
  return { host: isNumber || isLoopback(host) ? host : '::', port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** Nobody is sent to it any more before it stops. */
const drained = (running: Running, nodes: Nodes): Running => ({
  ...running,
  close: async () => {
    await nodes.drain().catch(() => {})
    await running.close()
  },
})

function fail(line: string): number {
  say(`thicket: ${line}`)
  return 1
}
