/**
 * A server as a process of its own, to be killed: `node serveProcess.ts <folder> [cloud | <share>]`; says its port on stdout. `cloud`: one of many people,
 * which takes a caller's word for where they call from; `share`: a folder that it takes for one of the network, which it writes back to at once.
 */
import { join } from 'node:path'
import { openLog } from '../base/log.ts'
import { makeConfigFolder } from '../base/settings/configFolder.ts'
import { readSettings } from '../base/settings/settings.ts'
import { openCloud } from '../hosts/cloud/cloud.ts'
import { openInstallation } from '../hosts/installation.ts'
import { type LocalHostOptions, localHost } from '../hosts/local.ts'
import { type Running, startServer } from '../running/start.ts'
import { stopped } from '../running/stopped.ts'
import { thisSystem } from '../working/folderPlace.ts'

const [folder = '', kind] = process.argv.slice(2)
const log = openLog('error')

/** What is said to whoever started it, and what is closed after the server. */
interface Started {
  running: Running
  secret: string
  close(): void
}

async function startCloud(): Promise<Started> {
  const settings = readSettings({ THICKET_DATA: join(folder, 'data') })
  // What it says of everybody who signs in is of no use here.
  const quiet = { ...log, security: () => {} }
  const cloud = openCloud(settings, quiet)
  const backups = join(settings.data, 'backups')
  // Accounts are made by the hundred, as no one address may.
  const running = await startServer({
    host: cloud.host,
    log: quiet,
    page: folder,
    port: 0,
    threads: 2,
    proxies: 1,
    backups,
  })
  cloud.startAt(`http://127.0.0.1:${running.port}`)
  return { running, secret: '', close: cloud.close }
}

async function startLocal(share: string | undefined): Promise<Started> {
  const config = makeConfigFolder(join(folder, 'config'))
  const { secret } = openInstallation(config)
  const working: LocalHostOptions =
    share === undefined ? {} : { system: { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }] }, rest: 10 }
  const running = await startServer({
    host: localHost(config, secret, working),
    log,
    ...(share !== undefined && { backups: join(folder, 'backups') }),
    page: folder,
    port: 0,
  })
  return { running, secret, close: () => {} }
}

const { running, secret, close } = await (kind === 'cloud' ? startCloud() : startLocal(kind))
process.stdout.write(`${JSON.stringify({ base: `http://127.0.0.1:${running.port}`, secret })}\n`)
await stopped(running, log)
close()
