/** What licences cost: `prices.json` in the server's folder. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Frequency } from '../../../src/model/rules/money.ts'

const name = z.string().regex(/^[a-z0-9-]{1,40}$/, 'expected small letters, digits and hyphens')
const price = z.strictObject({
  product: z.enum(['cloud', 'transcription']),
  /** `*`: any. */
  sector: z.union([z.literal('*'), name]),
  country: z.string().regex(/^(\*|[A-Z]{2})$/, 'expected two capital letters or *'),
  frequency: z.enum(['year', 'month']),
  currency: z.string().regex(/^[a-z]{3}$/, 'expected three small letters'),
  /** In the smallest unit of the currency, tax included. */
  amount: z.int().min(1).max(99_999_999),
  /** Of transcription, in each calendar month (UTC). */
  seconds: z.int().min(1).optional(),
  /** The id of the price at Stripe, or `lookup:` and its key. */
  stripe: z.string().min(1).max(300),
})
const shape = z
  .strictObject({
    prices: z.array(price).min(1),
    sectors: z.array(name).min(1),
    /** A student's file is looked at by the operator before anything is paid. */
    student: z.literal('review').default('review'),
    trialDays: z.int().min(0).max(730).default(0),
    /** Seconds of transcription of every account. */
    free: z.strictObject({ seconds: z.int().min(0) }).default({ seconds: 0 }),
  })
  .superRefine(({ prices, sectors }, context) => {
    const seen = new Set<string>()
    for (const [at, { product, sector, country, frequency, seconds }] of prices.entries()) {
      const key = [product, sector, country, frequency].join(' ')
      const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['prices', at], message })
      if (seen.has(key)) wrong(`there is another price for ${key}`)
      seen.add(key)
      if (sector !== '*' && !sectors.includes(sector)) wrong(`${sector} is none of the sectors`)
      if ((product === 'transcription') !== (seconds !== undefined)) wrong('seconds are of transcription alone')
    }
  })

export type Prices = z.infer<typeof shape>
export type Price = Prices['prices'][number]
export type Product = Price['product']

/** Throws Error with a line for each thing that is wrong. */
export function readPrices(data: string): Prices {
  const path = join(data, 'prices.json')
  if (!existsSync(path)) throw new Error(`${path} is missing: it says what licences cost`)
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`${path} is no JSON`)
  }
  const read = shape.safeParse(given)
  if (read.success) return read.data
  throw new Error(read.error.issues.map(({ path: at, message }) => `${path}, ${at.join('.')}: ${message}`).join('\n'))
}

/** The price for somebody: one that names their sector and country before one that names any. */
export function findPrice(
  { prices }: Prices,
  product: Product,
  { sector, country, frequency }: { sector: string; country: string; frequency: Frequency },
): Price | undefined {
  const fits = (wanted: string, value: string) => wanted === value || wanted === '*'
  const exactness = (each: Price) => (each.sector === '*' ? 0 : 2) + (each.country === '*' ? 0 : 1)
  return prices
    .filter(
      (each) =>
        each.product === product &&
        each.frequency === frequency &&
        fits(each.sector, sector) &&
        fits(each.country, country),
    )
    .sort((one, other) => exactness(other) - exactness(one))[0]
}
