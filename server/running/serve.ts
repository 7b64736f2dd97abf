/** `thicket serve`: the server for many people, until it is told to stop. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openCloud } from '../hosts/cloud/cloud.ts'
import { providePage } from './builtPage.ts'
import { isServed, openControl } from './control.ts'
import { dataFolderProblem } from './dataFolder.ts'
import { openLog } from './log.ts'
import { openMetrics } from './metrics.ts'
import { isLoopback, readSettings, type Settings } from './settings.ts'
import { type Running, startServer } from './start.ts'
import { stopped } from './stopped.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** Prints the address when it can be called. Resolves when the server has stopped; the exit code. */
export async function serve(dev: boolean): Promise<number> {
  let settings: Settings
  try {
    settings = readSettings()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 1
  }
  const misplaced = dataFolderProblem(settings.data)
  if (misplaced !== null) {
    say(`thicket: ${misplaced}`)
    return 1
  }
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  if (await isServed(settings.data)) {
    say(`thicket: another Thicket serves the folder ${settings.data}`)
    return 1
  }
  const page = await providePage(dev, say)
  const log = openLog('info')
  const cloud = openCloud(settings, log)
  let running: Running
  try {
    running = await startServer({
      host: cloud.host,
      log,
      backups: join(settings.data, 'backups'),
      page: page.folder,
      port: settings.port,
      threads: settings.threads,
      proxies: settings.proxies,
      ...(settings.host !== '127.0.0.1' && { address: settings.host }),
      operations: {
        metrics: openMetrics(),
        metricsToken: settings.metricsToken ?? null,
        proxied: settings.url !== undefined || settings.proxies > 0,
      },
      ...(settings.url && { url: settings.url }),
      ...(page.reloads && { reloads: page.reloads }),
    })
  } catch (error) {
    cloud.close()
    await page.end()
    throw error
  }
  const control = await openControl(settings.data, running.rooms, log.error)
  cloud.startAt(settings.url ?? `http://127.0.0.1:${running.port}`)
  log.say('listening', { port: running.port })
  process.stdout.write(`${settings.url ?? `http://127.0.0.1:${running.port}`}/web/\n`)
  say(`Thicket serves the folder ${settings.data}. Ctrl+C stops it.`)
  if (settings.registration === 'invitation' && cloud.host.accounts.isEmpty())
    say(
      'There is no account yet, and new ones are by invitation: make the first with "thicket admin create-user EMAIL", its password on stdin.',
    )
  if (!isLoopback(settings.host) && !settings.url)
    say('It listens beyond this machine, where nobody is let in before THICKET_URL says by which address they come.')
  await stopped(running)
  await control?.close()
  cloud.close()
  await page.end()
  return 0
}
