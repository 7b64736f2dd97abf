/**
 * A server as a process of its own, to be killed: `node serveProcess.ts <folder> [<share>]`; says its port on stdout. `share`: a folder that it takes
 * for one of the network, which it writes back to at once.
 */
import { join } from 'node:path'
import { makeConfigFolder } from '../hosts/configFolder.ts'
import { openInstallation } from '../hosts/installation.ts'
import { type LocalOptions, localHost } from '../hosts/local.ts'
import { openLog } from '../running/log.ts'
import { startServer } from '../running/start.ts'
import { stopped } from '../running/stopped.ts'
import { thisSystem } from '../storage/working/folderPlace.ts'

const [folder = '', share] = process.argv.slice(2)
const config = makeConfigFolder(join(folder, 'config'))
const { secret } = openInstallation(config)
const working: LocalOptions =
  share === undefined ? {} : { system: { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }] }, rest: 10 }
const running = await startServer({
  host: localHost(config, secret, working),
  log: openLog('error'),
  ...(share !== undefined && { backups: join(folder, 'backups') }),
  page: folder,
  port: 0,
})
process.stdout.write(`${JSON.stringify({ base: `http://127.0.0.1:${running.port}`, secret })}\n`)
await stopped(running)
