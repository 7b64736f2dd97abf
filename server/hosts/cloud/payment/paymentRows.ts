/** The rows of orders, subscriptions and students' files. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { LicenceConfig, OpenOrder } from '../../../../src/model/contract/shapes.ts'
import { pays } from '../../../../src/model/rules/projects/licence.ts'
import type { Product } from '../../../base/settings/prices.ts'
import type { CloudDatabase } from '../database.ts'

/**
 * `review`: the operator looks at the student's file; `approved`: they have, and it can be paid; `open`: it can be paid; what else there is
 * has ended. An account has one of each kind that has not.
 */
export type OrderStatus = OpenOrder['status'] | 'paid' | 'expired' | 'rejected'

export interface Order {
  id: string
  account: string
  kind: Product
  config: LicenceConfig
  /** The price's id at Stripe, and what is taken off it. */
  price: string
  discount: { promotion_code: string } | { coupon: string } | null
  /** What the person was shown, in the smallest unit. */
  amount: number
  currency: string
  seconds: number
  /** The checkout's id at Stripe; null: it was not begun. */
  session: string | null
  status: OrderStatus
  created: number
}

export interface SubscriptionRow {
  id: string
  account: string
  kind: Product
  /** In Stripe's words. */
  status: string
  /** When the period ends that is paid, in ms. */
  until: number
  cancelled: 0 | 1
  /** Of transcription, in each period. */
  seconds: number
  checked: number
}

/** Those that nothing comes after. */
export const ended = ['canceled', 'incomplete_expired']

const isOpen = "status IN ('review', 'approved', 'open')"
const payingList = pays.map((status) => `'${status}'`).join(', ')

export type PaymentRows = ReturnType<typeof openPaymentRows>

export function openPaymentRows({ db, transaction }: CloudDatabase, now: () => number) {
  const owes = db.prepare(`SELECT owes = 1 AND volume = 0 AND NOT EXISTS (SELECT 1 FROM subscriptions
WHERE account = a.id AND kind = 'cloud' AND status IN (${payingList})) AS owes FROM accounts a WHERE id = ?`)
  const openOrder = db.prepare(`SELECT * FROM orders WHERE account = ? AND kind = ? AND ${isOpen}`)
  const orders = db.prepare(`SELECT * FROM orders WHERE account = ? AND ${isOpen}`)
  const lastOrder = db.prepare(
    "SELECT * FROM orders WHERE account = ? AND kind = 'cloud' ORDER BY created DESC LIMIT 1",
  )
  const orderOf = db.prepare('SELECT * FROM orders WHERE session = ?')
  const subscriptions = db.prepare('SELECT * FROM subscriptions WHERE account = ? ORDER BY kind, id')
  const put = db.prepare(`INSERT INTO subscriptions (id, account, kind, status, until, cancelled, seconds, checked)
VALUES ($id, $account, $kind, $status, $until, $cancelled, $seconds, $checked) ON CONFLICT (id) DO UPDATE SET
status = excluded.status, until = excluded.until, cancelled = excluded.cancelled, seconds = excluded.seconds, checked = excluded.checked`)
  return {
    owes: (account: string): boolean => owes.get(account)?.owes === 1,
    accountOf: (customer: string): string | null =>
      (db.prepare('SELECT id FROM accounts WHERE customer = ?').get(customer)?.id as string | undefined) ?? null,
    customerOf: (account: string): string | null =>
      (db.prepare('SELECT customer FROM accounts WHERE id = ?').get(account)?.customer as string | null) ?? null,
    setCustomer: (account: string, customer: string): void => {
      db.prepare('UPDATE accounts SET customer = ? WHERE id = ?').run(customer, account)
    },
    openOrder: (account: string, kind: Product): (Order & Pick<OpenOrder, 'status'>) | undefined =>
      orderIn(openOrder.get(account, kind)) as (Order & Pick<OpenOrder, 'status'>) | undefined,
    openOrders: (account: string): Order[] => orders.all(account).flatMap((row) => orderIn(row) ?? []),
    lastOrder: (account: string): Order | undefined => orderIn(lastOrder.get(account)),
    orderOf: (session: string): Order | undefined => orderIn(orderOf.get(session)),
    /** `file`: of a student, by its name. */
    addOrder: (order: Omit<Order, 'id' | 'session' | 'created'>, file?: string): Order => {
      const made: Order = { ...order, id: randomUUID(), session: null, created: now() }
      const { config, discount, ...rest } = made
      transaction(() => {
        db.prepare(`INSERT INTO orders (id, account, kind, config, price, discount, amount, currency, seconds, session, status, created)
VALUES ($id, $account, $kind, $config, $price, $discount, $amount, $currency, $seconds, $session, $status, $created)`).run(
          {
            ...rest,
            config: JSON.stringify(config),
            discount: discount && JSON.stringify(discount),
          },
        )
        if (file !== undefined)
          db.prepare('INSERT OR REPLACE INTO studentFiles (account, path, at) VALUES (?, ?, ?)').run(
            order.account,
            file,
            now(),
          )
      })
      return made
    },
    setOrder: (id: string, change: { session?: string; status?: OrderStatus }): void => {
      const names = Object.keys(change)
      db.prepare(`UPDATE orders SET ${names.map((name) => `${name} = $${name}`).join(', ')} WHERE id = $id`).run({
        ...change,
        id,
      })
    },
    subscriptions: (account: string): SubscriptionRow[] =>
      subscriptions.all(account).map((row) => ({ ...row }) as unknown as SubscriptionRow),
    keep: (row: Omit<SubscriptionRow, 'checked'>): void => {
      put.run({ ...row, checked: now() })
    },
    /** What may be another at Stripe by now. */
    unsettled: (): { subscriptions: string[]; accounts: string[] } => ({
      subscriptions: db
        .prepare(`SELECT id FROM subscriptions WHERE status NOT IN (${ended.map((each) => `'${each}'`).join(', ')})`)
        .all()
        .map(({ id }) => String(id)),
      accounts: db
        .prepare("SELECT DISTINCT account FROM orders WHERE status = 'open' AND session IS NOT NULL")
        .all()
        .map(({ account }) => String(account)),
    }),
    /** Accounts that were never paid for, whose emails nobody has proven, from before that time. */
    neverPaid: (before: number): string[] =>
      db
        .prepare(`SELECT id FROM accounts a WHERE owes = 1 AND volume = 0 AND proven = 0 AND created < ?
AND NOT EXISTS (SELECT 1 FROM subscriptions WHERE account = a.id) AND NOT EXISTS (SELECT 1 FROM projects WHERE owner = a.id)`)
        .all(before)
        .map(({ id }) => String(id)),
    studentFile: (account: string): string | null =>
      fileIn(db.prepare('SELECT path FROM studentFiles WHERE account = ?').get(account)?.path),
    studentFiles: (): { account: string; email: string; name: string; at: number }[] =>
      db
        .prepare(
          'SELECT s.account, a.email, s.path, s.at FROM studentFiles s JOIN accounts a ON a.id = s.account ORDER BY s.at',
        )
        .all()
        .map(({ account, email, path, at }) => ({
          account: String(account),
          email: String(email),
          name: fileIn(path) ?? '',
          at: Number(at),
        })),
    dropStudentFile: (account: string): void => {
      db.prepare('DELETE FROM studentFiles WHERE account = ?').run(account)
    },
    setVolume: (account: string, isOn: boolean): void => {
      db.prepare('UPDATE accounts SET volume = ? WHERE id = ?').run(isOn ? 1 : 0, account)
    },
  }
}

/** Rows of before 29 November 2026 have the whole path of the file. */
const fileIn = (path: unknown): string | null => (typeof path === 'string' ? basename(path) : null)

function orderIn(row: Record<string, unknown> | undefined): Order | undefined {
  if (!row) return undefined
  const { config, discount, ...rest } = row
  return {
    ...rest,
    config: JSON.parse(String(config)),
    discount: typeof discount === 'string' ? JSON.parse(discount) : null,
  } as unknown as Order
}
