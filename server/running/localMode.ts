/** `thicket [file.qrk]`: the server for the person at this machine, until it is told to stop. */
import { join } from 'node:path'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import { openLog } from '../base/log.ts'
import { configFolder, makeConfigFolder } from '../base/settings/configFolder.ts'
import { saidOf } from '../base/settings/givenSettings.ts'
import type { ActivationSettings } from '../base/settings/localSettings.ts'
import { readLocalSettings } from '../base/settings/localSettings.ts'
import { withSuffix } from '../files/projectFile.ts'
import { openDesktop } from '../hosts/desktop/desktop.ts'
import { type Installation, openInstallation } from '../hosts/installation.ts'
import { localHost } from '../hosts/local.ts'
import { providePage } from './builtPage.ts'
import { unused } from './endUnused.ts'
import { openBrowser } from './openBrowser.ts'
import { isOurs, launchAddress, openThere } from './secondStart.ts'
import { portTaken, type Running, type StartOptions, startServer } from './start.ts'
import { stopped } from './stopped.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

export interface LocalModeOptions {
  /** Rebuilds and reloads at every change, on a server of its own. */
  dev: boolean
  /** Started from a menu or by a file: nobody sees what it prints, and it ends when it is not used any more. */
  desktop: boolean
  /** The file is to be made. */
  make: boolean
}

/**
 * `file`: an absolute path. Resolves when the server has stopped, or at once where one runs already, which then opens the file; the exit code.
 */
export async function localMode(file: string | undefined, { dev, desktop, make }: LocalModeOptions): Promise<number> {
  const folder = makeConfigFolder(configFolder())
  let activation: ActivationSettings | null
  try {
    activation = readLocalSettings(folder)
  } catch (error) {
    say(saidOf(error))
    return 1
  }
  const installation = openInstallation(folder)
  const to: Shown = { secret: installation.secret, file, desktop, make }
  const other = dev ? undefined : await runningAt(installation)
  if (other !== undefined) return showOther(other, to)
  const log = openLog()
  const host = localHost(folder, installation.secret, { activation, desktop: openDesktop(), warn: log.error })
  const page = await providePage(dev, say)
  const running = await listen(installation, dev, {
    host,
    log,
    backups: join(folder, 'backups'),
    page: page.folder,
    ...(page.reloads && { reloads: page.reloads }),
  })
  if (typeof running === 'number') {
    await page.end()
    return showOther(running, to)
  }
  const stop = stopped(running, log, desktop ? unused(running) : undefined)
  if (!(await show(running.port, to))) {
    await running.close()
    await page.end()
    return 1
  }
  say('Thicket is running. Open the address above in any browser of this machine; Ctrl+C stops it.')
  await stop
  await page.end()
  return 0
}

interface Shown {
  secret: string
  file: string | undefined
  desktop: boolean
  make: boolean
}

/** Shows it in the Thicket that runs on `port`; the exit code. */
async function showOther(port: number, to: Shown): Promise<number> {
  const isShown = await show(port, to)
  if (isShown) say(`Thicket is already running on port ${port}. Open the address above in any browser of this machine.`)
  return isShown ? 0 : 1
}

/**
 * Prints and opens the address, of the file where there is one; false, with a line that says why, where that cannot be opened. Started from a
 * desktop, what is printed goes into a log: the secret does not, and the page says why.
 */
async function show(port: number, { secret, file, desktop, make }: Shown): Promise<boolean> {
  const given = file === undefined ? { ok: { route: '' } } : await openThere(port, secret, file, make)
  if (isProblem(given)) say(`Thicket cannot ${make ? 'make' : 'open'} ${file}: ${reason(given.problem)}`)
  else if (make) say(`Made ${withSuffix(String(file))}.`)
  if (isProblem(given) && !desktop) return false
  const route = isProblem(given) ? refusedRoute(given.problem) : given.ok.route
  process.stdout.write(`http://127.0.0.1:${port}/web/#${desktop ? '' : `launch=${secret}`}${route}\n`)
  const once = await launchAddress(port, secret, route)
  if (once) openBrowser(once)
  return true
}

/** Where the page says it: `src/screens/projectList/useRefusedFile.ts`. */
const refusedRoute = (found: Problem): string => `/projects?${new URLSearchParams({ refused: JSON.stringify(found) })}`

/** Where a Thicket of this installation is listening. */
async function runningAt({ ports, secret }: Installation): Promise<number | undefined> {
  for (const port of ports()) if (await isOurs(port, secret)) return port
  return undefined
}

/**
 * The port of this installation; where it is taken, one that has stood in for it before, or any, and then said. The port alone: there is a Thicket
 * of this installation that was started at the same time, and a moment sooner. In development there is always a server of its own.
 */
async function listen(
  installation: Installation,
  dev: boolean,
  options: Omit<StartOptions, 'port'>,
): Promise<Running | number> {
  const ports = installation.ports()
  for (const port of ports) {
    const running = await listenAt(port, options)
    if (!running && !dev && (await isOurs(port, installation.secret))) return port
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
    if (!portTaken.includes((error as { code?: string }).code ?? '')) throw error
    return null
  }
}

async function sayTaken(port: number, secret: string, instead: number): Promise<void> {
  const taken = (await isOurs(port, secret))
    ? `Thicket is already running on port ${port}.`
    : `Port ${port}, which Thicket uses on this machine, is taken by another program.`
  say(`${taken} This one uses port ${instead}: what a browser keeps for the other address is not seen here.`)
}

const reasons: Partial<Record<Problem['kind'], string>> = {
  notAProject: 'it is not a Thicket project',
  truncatedProject: 'the file is damaged or cut off',
  newerProject: 'it was made by a newer version of Thicket',
  projectLocked: 'another Thicket has it open',
  noPermission: 'the system does not permit it',
  folderNotFound: 'its folder does not exist',
  folderNotAnswering: 'its folder is on another computer, which does not answer',
  fileNotFound: 'there is no such file; --new makes a project',
  fileExists: 'there is such a file already',
}
const reason = (found: Problem): string => reasons[found.kind] ?? found.kind
