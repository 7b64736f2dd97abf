/** `thicket admin prices`, `students`, `payment` and `volume`: what whoever runs the server does about payment. */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { Guest } from '../cluster/guest.ts'
import type { Payment } from '../host.ts'
import { openAccountRows } from '../hosts/cloud/accounts/accountRows.ts'
import type { CloudDatabase } from '../hosts/cloud/database.ts'
import { filesIn } from '../hosts/cloud/keptFiles.ts'
import { openMail } from '../hosts/cloud/mail/mail.ts'
import { mailText } from '../hosts/cloud/mail/mailTexts.ts'
import { openPayment } from '../hosts/cloud/payment/payment.ts'
import { openPaymentRows } from '../hosts/cloud/payment/paymentRows.ts'
import { tryPayment } from '../hosts/cloud/payment/tryPayment.ts'
import { askForAddress } from '../running/control.ts'
import type { Given } from './command.ts'
import { print, printAll, say } from './output.ts'

interface Task {
  /** Where several nodes have the accounts. */
  guest?: Pick<Guest, 'files'>
  database: CloudDatabase
  settings: Settings
  given: Given
  email: string
  /** Once what was done is kept; the command ends with what the last of them returns. */
  afterwards: (deed: () => Promise<number>) => void
}
type Done = { problem: Problem } | { wrong: string } | number

/** What the server's own would do, beside it; null: it takes no payments. */
export function paymentOf({
  database,
  settings,
  guest,
}: Pick<Task, 'database' | 'settings' | 'guest'>): Payment | null {
  if (!settings.payment) return null
  return openPayment({
    database,
    settings: settings.payment,
    files: guest?.files('students') ?? filesIn(join(settings.data, 'students')),
    address: () => settings.url ?? '',
    changed: () => {},
    log: { error: (error) => say(`thicket: ${error instanceof Error ? error.message : error}`), security: () => {} },
    remove: () => {},
  })
}

const none = (): number => {
  say('thicket: this server takes no payments: THICKET_STRIPE_KEY is not set')
  return 1
}

export async function prices({ given, ...task }: Task): Promise<Done> {
  const payment = paymentOf(task)
  const { prices: all } = task.settings.payment?.prices ?? {}
  if (!payment || !all) return none()
  if (!given.options.check) {
    await printAll(
      all.map(
        ({ product, sector, country, frequency, amount, currency, stripe }) =>
          `${[product, sector, country, frequency, `${amount} ${currency}`, stripe].join('\t')}\n`,
      ),
    )
    return 0
  }
  const wrong = await payment.wrongPrices()
  if (isProblem(wrong)) return wrong
  for (const line of wrong.ok) say(`thicket: ${line}`)
  if (wrong.ok.length === 0) say(`All ${all.length} prices are the same at Stripe.`)
  return wrong.ok.length === 0 ? 0 : 1
}

/** Without an email: whose files wait, with `--into` as copies in a folder. With one: what is decided of it, which is mailed to the person. */
export async function students({ given, email, afterwards, ...task }: Task): Promise<Done> {
  const payment = paymentOf(task)
  if (!payment) return none()
  const { approve, reject, into } = given.options
  if (email === '') return listStudents(payment, typeof into === 'string' ? resolve(given.folder, into) : null)
  if (Boolean(approve) === Boolean(reject)) return { wrong: 'say --approve or --reject' }
  const person = openAccountRows(task.database, Date.now).byEmail(email)
  const removeFile = person && payment.decide(person.id, Boolean(approve))
  if (!person || !removeFile) {
    say(`thicket: there is no file of ${email} to decide about`)
    return 1
  }
  afterwards(async () => {
    await removeFile()
    return mailDecision(task.settings, person, Boolean(approve))
  })
  return 0
}

/** `into`: a folder for copies of the files, which is made where it is missing. */
async function listStudents(payment: Payment, into: string | null): Promise<number> {
  if (into !== null) mkdirSync(into, { recursive: true, mode: 0o700 })
  let missing = 0
  for (const { email, at, name, path } of payment.students()) {
    const copy = into === null ? null : join(into, name)
    const file = copy === null ? null : await payment.studentFile(name)
    if (file && copy !== null) copyFileSync(file.path, copy)
    else if (copy !== null) missing += 1
    file?.close()
    await print(`${email}\t${new Date(at).toISOString().slice(0, 10)}\t${(file ? copy : path) ?? name}\n`)
  }
  if (missing > 0) say(`thicket: ${missing} of them are not there any more`)
  return missing === 0 ? 0 : 1
}

async function mailDecision(
  settings: Settings,
  person: { name: string; email: string; language: string },
  approve: boolean,
): Promise<number> {
  const address = settings.url ?? (await askForAddress(settings.data)) ?? ''
  const occasion = {
    about: approve ? 'studentApproved' : 'studentRejected',
    name: person.name,
    link: `${address}/web/#/${approve ? 'account' : 'buy/cloud'}`,
  } as const
  const mail = openMail(settings, () => {})
  const sent = await mail.send({ to: person.email, ...mailText(occasion, person.language) })
  mail.close()
  if (isProblem(sent)) say('It is decided, but the mail could not be sent.')
  else if (settings.mail === undefined)
    say(
      'It is decided. THICKET_MAIL is not set: the mail is the newest file that `thicket admin mails` lists, to be passed on by you.',
    )
  else say('It is decided, and mailed.')
  return isProblem(sent) ? 1 : 0
}

/** One checkout is begun at Stripe and ended, with a key of its test mode. */
export async function tryIt({ settings, given }: Task): Promise<Done> {
  if (!settings.payment) return none()
  if (!given.options.try) return { wrong: 'say --try' }
  if (!/^[rs]k_test_/.test(settings.payment.key)) {
    say('thicket: this is only tried with a key of Stripe’s test mode')
    return 1
  }
  return (await tryPayment(settings.payment, say)) ? 0 : 1
}

export function volume({ database, given, email }: Task): Promise<Done> {
  const wanted = given.words[2]
  if (wanted !== 'on' && wanted !== 'off') return Promise.resolve({ wrong: 'admin volume takes on or off' })
  const person = openAccountRows(database, Date.now).byEmail(email)
  if (!person) return Promise.resolve(problem({ kind: 'accountNotFound' }))
  openPaymentRows(database, Date.now).setVolume(person.id, wanted === 'on')
  say(wanted === 'on' ? 'Nothing has to be paid for the account.' : 'The account has to be paid for by itself.')
  return Promise.resolve(0)
}

/** Ends what an account pays for, before it is deleted. Problems: paymentUnavailable. */
export async function cancelFirst(
  task: Pick<Task, 'database' | 'settings' | 'guest'>,
  account: string | null,
): Promise<Result<void>> {
  const payment = paymentOf(task)
  return account === null || !payment ? { ok: undefined } : payment.cancelAll(account)
}
