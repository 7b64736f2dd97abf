/** How the mails of a server stand: those that wait as files for whoever runs it, and what a mail server refused last. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { discard } from '../../../base/unfinished.ts'
import { readStored, writeStored } from '../../../files/storedJson.ts'

/** Mails that could not be sent, since the last one that could. */
const failures = z.object({
  count: z.number(),
  /** When the last one failed, in ms. */
  at: z.number(),
  /** Why, in words of this program: it names nobody. */
  reason: z.string(),
})
export type MailFailures = z.infer<typeof failures>

const pathIn = (data: string): string => join(data, 'mailStanding.json')

/** Null: the last mail was sent, or none ever was to be. Throws what the disk says. */
export const mailFailures = (data: string): MailFailures | null =>
  readStored<MailFailures | null>(pathIn(data), failures, () => null)

/** Keeps in the folder `data` what came of each mail. Throws what the disk says. */
export function noteMail(data: string, failed: string | null): void {
  if (failed !== null)
    writeStored(pathIn(data), { count: (mailFailures(data)?.count ?? 0) + 1, at: Date.now(), reason: failed })
  else if (mailFailures(data)) discard(pathIn(data))
}

export interface WaitingMail {
  /** When it was written, in ms. */
  at: number
  to: string
  path: string
}

export const mailFolder = (data: string): string => join(data, 'mail')

/** Mails that became files, the oldest first. Of what they say there is nothing here: the links in them are secret. */
export function waitingMails(data: string): WaitingMail[] {
  const folder = mailFolder(data)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .flatMap((name) => {
      const path = join(folder, name)
      // The server sweeps them meanwhile.
      const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs
      return at === undefined ? [] : [{ at: Math.floor(at), to: recipientOf(readFileSync(path, 'latin1')), path }]
    })
    .sort((one, other) => one.at - other.at)
}

function recipientOf(mail: string): string {
  const [head = ''] = mail.split('\n\n')
  return /^To: (.*)$/im.exec(head.replace(/\n[ \t]+/g, ' '))?.[1] ?? ''
}
