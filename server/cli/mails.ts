/** `thicket admin mails`: which mails wait as files to be passed on, and whether a mail server took the last ones. No links and no words of them. */
import { mailFailures, type WaitingMail, waitingMails } from '../hosts/cloud/mail/mailStanding.ts'
import type { Done, Task } from './admin.ts'
import { jsonArray, printAll, say } from './output.ts'

export async function mails({ settings: { data, mail }, given: { options } }: Task): Promise<Done> {
  const waiting = waitingMails(data)
  await printAll(options.json ? jsonArray(waiting) : waiting.map(lineOf))
  const why = mail === undefined ? 'THICKET_MAIL is not set' : 'they were written before THICKET_MAIL was set'
  say(waiting.length === 0 ? 'No mail waits in a file.' : `${waiting.length} wait for you to pass them on: ${why}.`)
  const failed = mailFailures(data)
  if (!failed) return 0
  say(
    `thicket: since the last mail that was sent ${failed.count} could not be, and are lost. ${timeOf(failed.at)}: ${failed.reason}`,
  )
  return 1
}

const timeOf = (at: number): string => new Date(at).toISOString()

/** When it was written, how long ago, to whom, and where it lies, with tabs between. */
function lineOf({ at, to, path }: WaitingMail): string {
  const hours = Math.max(0, Math.floor((Date.now() - at) / 3_600_000))
  const age = hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
  return `${[timeOf(at), age, to, path].join('\t')}\n`
}
