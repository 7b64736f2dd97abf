/** `thicket admin`: keys by which desktops are activated or their trials extended, and what these desktops need to know of the server. */

import { mostExtensionDays } from '../../src/model/rules/projects/trial.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { CloudDatabase } from '../hosts/cloud/database.ts'
import { openLicences } from '../hosts/cloud/licences/licences.ts'
import { askForAddress } from '../running/control.ts'
import type { Given } from './command.ts'
import { jsonArray, print, printAll, say } from './output.ts'

interface Task {
  database: CloudDatabase
  settings: Settings
  given: Given
}
type Done = { wrong: string } | number

/** Of a key to activate: a new computer, a configuration that was lost. */
const usesOfActivation = 3
const mostUses = 1_000_000

export async function createKey({ database, given: { options } }: Task): Promise<Done> {
  const days = numberIn(options.extension, 1, mostExtensionDays)
  if (days === null) return { wrong: `--extension takes a number of days, at most ${mostExtensionDays}` }
  const uses = numberIn(options.uses, 1, mostUses)
  if (uses === null) return { wrong: `--uses takes a number, at most ${mostUses}` }
  const type = days === undefined ? 'activation' : 'extension'
  const wanted = {
    type,
    days: days ?? 0,
    uses: uses ?? (type === 'activation' ? usesOfActivation : 1),
    note: String(options.note ?? ''),
  } as const
  await print(`${JSON.stringify({ key: openLicences(database).make(wanted), ...wanted })}\n`)
  return 0
}

/** undefined: not given; null: not such a number. */
function numberIn(text: unknown, least: number, most: number): number | undefined | null {
  if (text === undefined) return undefined
  const number = /^\d{1,9}$/.test(String(text)) ? Number(text) : 0
  return number >= least && number <= most ? number : null
}

export async function listKeys({ database, given }: Task): Promise<Done> {
  const keys = openLicences(database).list()
  const line = ({ id, type, days, uses, used, note }: (typeof keys)[number]) =>
    `${id}\t${type}${type === 'extension' ? ` by ${days} days` : ''}\tused ${used} of ${uses}\t${note}\n`
  await printAll(given.options.json ? jsonArray(keys) : keys.map(line))
  return 0
}

export async function removeKey({ database, given }: Task): Promise<Done> {
  const isGone = openLicences(database).remove(given.words[1] ?? '')
  say(isGone ? 'The key no longer works.' : 'thicket: there is no such key')
  return isGone ? 0 : 1
}

/** The two settings of a desktop. The server that runs knows its address; where none runs it is what these settings say, and said so. */
export async function activation({ database, settings: { data, url, port } }: Task): Promise<Done> {
  const asked = await askForAddress(data)
  const at = asked ?? url ?? `http://127.0.0.1:${port}`
  if (asked === null)
    say(
      `thicket: no server runs on ${data}: the address is that of the settings given here. Is it ${at} by which desktops come?`,
    )
  const THICKET_ACTIVATION = `${at}/web/api/v2/activation`
  await print(`${JSON.stringify({ THICKET_ACTIVATION, THICKET_ACTIVATION_KEY: openLicences(database).publicKey() })}\n`)
  return 0
}
