/** `thicket admin prices`, `students`, `payment` and `volume`: what whoever runs the server does about payment. */
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { Payment } from '../host.ts'
import { openAccountRows } from '../hosts/cloud/accounts/accountRows.ts'
import type { CloudDatabase } from '../hosts/cloud/database.ts'
import { openMail } from '../hosts/cloud/mail/mail.ts'
import { mailText } from '../hosts/cloud/mail/mailTexts.ts'
import { openPayment } from '../hosts/cloud/payment/payment.ts'
import { openPaymentRows } from '../hosts/cloud/payment/paymentRows.ts'
import { tryPayment } from '../hosts/cloud/payment/tryPayment.ts'
import { askForAddress } from '../running/control.ts'
import type { Given } from './command.ts'
import { print, printAll, say } from './output.ts'

interface Task {
  database: CloudDatabase
  settings: Settings
  given: Given
  email: string
}
type Done = { problem: Problem } | { wrong: string } | number

/** What the server's own would do, beside it; null: it takes no payments. */
export function paymentOf({ database, settings }: Pick<Task, 'database' | 'settings'>): Payment | null {
  if (!settings.payment) return null
  return openPayment({
    database,
    settings: { data: settings.data, payment: settings.payment },
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

/** Without an email: whose files wait. With one: what is decided of it, which is mailed to the person. */
export async function students({ given, email, ...task }: Task): Promise<Done> {
  const payment = paymentOf(task)
  if (!payment) return none()
  if (email === '') {
    await print(
      payment
        .students()
        .map((each) => `${each.email}\t${new Date(each.at).toISOString().slice(0, 10)}\t${each.path}\n`)
        .join(''),
    )
    return 0
  }
  const { approve, reject } = given.options
  if (Boolean(approve) === Boolean(reject)) return { wrong: 'say --approve or --reject' }
  const person = openAccountRows(task.database, Date.now).byEmail(email)
  if (!person || !payment.decide(person.id, Boolean(approve))) {
    say(`thicket: there is no file of ${email} to decide about`)
    return 1
  }
  const address = task.settings.url ?? (await askForAddress(task.settings.data)) ?? ''
  const occasion = {
    about: approve ? 'studentApproved' : 'studentRejected',
    name: person.name,
    link: `${address}/web/#/${approve ? 'account' : 'buy/cloud'}`,
  } as const
  const mail = openMail(task.settings, () => {})
  const sent = await mail.send({ to: person.email, ...mailText(occasion, person.language) })
  mail.close()
  if (isProblem(sent)) say('It is decided, but the mail could not be sent.')
  else if (task.settings.mail === undefined)
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
  task: Pick<Task, 'database' | 'settings'>,
  account: string | null,
): Promise<Result<void>> {
  const payment = paymentOf(task)
  return account === null || !payment ? { ok: undefined } : payment.cancelAll(account)
}
