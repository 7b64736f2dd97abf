/**
 * Has a backup made in the second place as often as the settings say, and the newest one restored each week, to see whether it can be. What came of
 * it stands in the log, in the numbers and on the operator's page, and is mailed to the operator where mail is sent.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { type BackupStanding, backupStanding, type Outcome, standingName } from '../base/backupStanding.ts'
import type { Log } from '../base/log.ts'
import { isExecutable, programRoot } from '../base/ownFiles.ts'
import type { Settings } from '../base/settings/settings.ts'
import { comesAfter } from '../base/turns/lowerPriority.ts'
import { readStored, writeStored } from '../files/storedJson.ts'

const hour = 60 * 60_000
const week = 7 * 24 * hour
/** How often it is looked whether something is due, in ms; after a failure it is due again an hour later. */
const lookEvery = 10 * 60_000

export interface OwnBackups {
  standing(): BackupStanding
  /** Does now what is due. */
  look(): Promise<void>
  close(): void
}

export interface OwnBackupsOptions {
  settings: Pick<Settings, 'data' | 'backupTo' | 'backupHours'>
  log: Pick<Log, 'error' | 'say'>
  /** Tells the operator by mail. */
  tell: (about: 'backupFailed' | 'restoreFailed' | 'restoreTried', detail: string) => void
  now?: () => number
  /** Runs `thicket admin …`; others than the usual in tests. */
  run?: (args: string[]) => Promise<{ code: number; line: string }>
}

export function openOwnBackups({ settings, log, tell, now = Date.now, run = runAdmin }: OwnBackupsOptions): OwnBackups {
  const path = join(settings.data, standingName)
  let standing = readStored<BackupStanding>(path, backupStanding, () => ({}))
  const keep = (more: BackupStanding) => {
    standing = { ...standing, ...more }
    writeStored(path, standing)
  }
  const isDue = (last: Outcome | undefined, every: number): boolean =>
    last === undefined || now() - last.at >= (last.ok ? every : Math.min(every, hour))
  const outcomeOf = async (action: string): Promise<Outcome> => {
    const { code, line } = await run(['admin', action, '--by-server'])
    return { at: now(), ok: code === 0, detail: line }
  }

  const make = async () => {
    const made = await outcomeOf('backup-now')
    // Once, not each hour again.
    if (!made.ok && standing.made?.ok !== false) tell('backupFailed', made.detail)
    keep({ made, ...(made.ok && { good: made.at }) })
    if (made.ok) log.say('backup made')
    else log.error(new Error(`no backup: ${made.detail}`))
  }
  const tryOne = async () => {
    const tried = await outcomeOf('try-restore')
    if (tried.ok || standing.tried?.ok !== false) tell(tried.ok ? 'restoreTried' : 'restoreFailed', tried.detail)
    keep({ tried })
    if (tried.ok) log.say('backup restored and found sound')
    else log.error(new Error(`the backup could not be restored: ${tried.detail}`))
  }
  const due = async () => {
    if (isDue(standing.made, settings.backupHours * hour)) await make()
    if (standing.good !== undefined && isDue(standing.tried, week)) await tryOne()
  }

  let looking: Promise<void> | undefined
  const look = async () => {
    if (settings.backupTo === undefined) return
    looking ??= due()
      .catch(log.error)
      .finally(() => {
        looking = undefined
      })
    await looking
  }
  const timer = settings.backupTo === undefined ? undefined : setInterval(look, lookEvery).unref()
  return { standing: () => standing, look, close: () => clearInterval(timer) }
}

/** In a process of its own, behind everything else of the server; it ends by itself. `line`: the last that it has said. */
function runAdmin(args: string[]): Promise<{ code: number; line: string }> {
  const own = isExecutable ? [] : [join(programRoot, 'server/main.ts')]
  const child = spawn(process.execPath, [...own, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, comesAfter.behind)
  })
  const line = () => (said.trim().split('\n').at(-1) ?? '').replace(/^thicket: /, '')
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, line: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, line: line() }))
  })
}
