/** `thicket [file.qrk]`: the server for the person at this machine, until it is told to stop. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import { configFolder, makeConfigFolder } from '../hosts/configFolder.ts'
import { type Installation, openInstallation } from '../hosts/installation.ts'
import { localHost } from '../hosts/local.ts'
import { withSuffix } from '../storage/projectFile.ts'
import { providePage } from './builtPage.ts'
import { openLog } from './log.ts'
import { openBrowser } from './openBrowser.ts'
import { type Running, type StartOptions, startServer } from './start.ts'
import { stopped } from './stopped.ts'

const root = join(import.meta.dirname, '../..')
const say = (line: string) => process.stderr.write(`${line}\n`)

/** `file`: an absolute path. Resolves when the server has stopped; the exit code. */
export async function localMode(file: string | undefined, dev: boolean): Promise<number> {
  const folder = makeConfigFolder(configFolder())
  const installation = openInstallation(folder)
  const host = localHost(folder, installation.secret)
  const page = await providePage(root, dev, say)
  const log = openLog()
  const running = await listen(installation, {
    host,
    log,
    backups: join(folder, 'backups'),
    page: page.folder,
    ...(page.reloads && { reloads: page.reloads }),
  })
  const stop = stopped(running)
  const route = file === undefined ? '' : await routeTo(running, file)
  if (route === null) {
    await running.close()
    await page.end()
    return 1
  }
  const address = `http://127.0.0.1:${running.port}/web/#launch=${installation.secret}${route}`
  process.stdout.write(`${address}\n`)
  say('Thicket is running. Open the address above in any browser of this machine; Ctrl+C stops it.')
  openBrowser(address)
  await stop
  await page.end()
  return 0
}

/** The port of this installation; where it is taken, one that has stood in for it before, or any, and then said. */
async function listen(installation: Installation, options: Omit<StartOptions, 'port'>): Promise<Running> {
  const ports = installation.ports()
  for (const port of ports) {
    const running = await listenAt(port, options)
    if (!running) continue
    if (port !== ports[0]) await sayTaken(ports[0] as number, installation.secret, port)
    return running
  }
  const running = await startServer({ ...options, port: 0 })
  if (ports[0] !== undefined) await sayTaken(ports[0], installation.secret, running.port)
  installation.keepPort(running.port)
  return running
}

/** null: the port is taken. */
async function listenAt(port: number, options: Omit<StartOptions, 'port'>): Promise<Running | null> {
  try {
    return await startServer({ ...options, port })
  } catch (error) {
    // EACCES: Windows keeps ranges of ports for itself.
    if (!['EADDRINUSE', 'EACCES'].includes((error as { code?: string }).code ?? '')) throw error
    return null
  }
}

async function sayTaken(port: number, secret: string, instead: number): Promise<void> {
  const taken = (await isOurs(port, secret))
    ? `Thicket is already running on port ${port}.`
    : `Port ${port}, which Thicket uses on this machine, is taken by another program.`
  say(`${taken} This one uses port ${instead}: what a browser keeps for the other address is not seen here.`)
}

async function isOurs(port: number, secret: string): Promise<boolean> {
  try {
    const url = `http://127.0.0.1:${port}/web/api/local/state`
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(2000),
    })
    return response.ok
  } catch {
    return false
  }
}

/** Opens the file, or makes it, and returns its page; null, with a line that says why, where it cannot be opened. */
async function routeTo({ rooms }: Running, file: string): Promise<string | null> {
  const path = existsSync(file) ? file : withSuffix(file)
  const opened = existsSync(path) ? await rooms.openPath(path) : await rooms.create(path, false)
  if (!isProblem(opened)) return `/projects/${opened.ok.stored.uuid}`
  say(`Thicket cannot open ${path}: ${reason(opened.problem)}`)
  return null
}

const reasons: Partial<Record<Problem['kind'], string>> = {
  notAProject: 'it is not a Thicket project',
  truncatedProject: 'the file is damaged or cut off',
  newerProject: 'it was made by a newer version of Thicket',
  projectLocked: 'another Thicket has it open',
  protectedProject: 'it is protected by a password, which this version cannot open',
  noPermission: 'the system does not permit it',
  folderNotFound: 'its folder does not exist',
}
const reason = (found: Problem): string => reasons[found.kind] ?? found.kind
