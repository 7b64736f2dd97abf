/** A server as a process of its own, to be killed: `node serveProcess.ts <folder>`; says its port on stdout. */
import { join } from 'node:path'
import { makeConfigFolder } from '../hosts/configFolder.ts'
import { openInstallation } from '../hosts/installation.ts'
import { localHost } from '../hosts/local.ts'
import { openLog } from '../running/log.ts'
import { startServer } from '../running/start.ts'

const folder = process.argv[2] as string
const config = makeConfigFolder(join(folder, 'config'))
const { secret } = openInstallation(config)
const { port } = await startServer({ host: localHost(config, secret), log: openLog('error'), page: folder, port: 0 })
process.stdout.write(`${JSON.stringify({ base: `http://127.0.0.1:${port}`, secret })}\n`)
