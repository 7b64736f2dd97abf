/**
 * What whoever runs a server of many people may set: by the environment, or by `settings.json` in its folder, where the environment has
 * nothing. What is wrong is said, and nothing is started.
 */
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { configFolder } from './configFolder.ts'
import { withEnvironmentFile } from './environmentFile.ts'
import { givenSettings } from './givenSettings.ts'
import { type Prices, readPrices } from './prices.ts'
import { isLoopback, isSecure } from './secureAddress.ts'
import { readSso, type SsoProvider } from './sso.ts'

/** As JSON has it, or as the environment writes it. */
const wholeNumber = (least: number, most: number) => {
  const error = `expected a whole number from ${least} to ${most}`
  return z.number({ error }).int(error).min(least, error).max(most, error)
}
/** Of Stripe. */
const secret = z.string('expected a text').regex(/^\S{8,300}$/, 'expected 8 to 300 characters without blanks')
const numbers = [
  'auditDays',
  'backupDays',
  'backupHours',
  'longestSessionDays',
  'port',
  'projects',
  'proxies',
  'quota',
  'sessionDays',
  'speechMemory',
  'speechSeconds',
  'threads',
] as const

const shape = z
  .strictObject({
    /** The folder of everything that the server keeps. */
    data: z.string().min(1),
    /** 0: any that is free. */
    port: wholeNumber(0, 65535).default(4280),
    /** The address to listen on. Behind a reverse proxy of this machine the default is right. */
    host: z.string('expected an address of this machine').min(1).default('127.0.0.1'),
    /** Where browsers find it, with the path under which a proxy serves it: `https://thicket.example/desk`. */
    url: z
      .url({ protocol: /^https?$/, error: 'expected an address that begins with https://' })
      .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'expected an address without query, fragment and password')
      .refine(isSecure, 'expected https://: browsers keep nothing for a page of http://, but of this machine itself')
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    /** The name of this service in the map of regions. */
    region: z
      .string('expected a name')
      .regex(/^[a-z0-9-]{1,40}$/, 'expected a name of up to 40 small letters, digits and hyphens')
      .default('home'),
    /** Who may make an account: anybody, or those who are invited. Left out: anybody while nobody but this machine can call. */
    registration: z.enum(['open', 'invitation'], 'expected open or invitation').optional(),
    /** `smtp://` or `smtps://` with user and password; left out: mails are written to the folder `mail`. */
    mail: z.url({ protocol: /^smtps?$/, error: 'expected an address that begins with smtp:// or smtps://' }).optional(),
    mailFrom: z
      .string('expected an email')
      .regex(
        /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        'expected an email, as in “Thicket <thicket@example.org>”',
      )
      .optional(),
    /** How many reverse proxies stand before it: so many of the last addresses of X-Forwarded-For are theirs. */
    proxies: wholeNumber(0, 10).default(0),
    /** MB that one person's projects may have, with backups and copies on their way; 0: no bound. */
    quota: wholeNumber(0, 1_000_000_000).default(10_000),
    /** How many projects one person may have; 0: no bound. */
    projects: wholeNumber(0, 1_000_000).default(500),
    /** Days after which who has not come back signs in anew. */
    sessionDays: wholeNumber(1, 365).default(30),
    /** Days after which everybody signs in anew, however often they came. */
    longestSessionDays: wholeNumber(1, 3650).default(365),
    /** Whether a second factor is everybody's to choose, or nobody does anything without one. */
    factor: z.enum(['offered', 'demanded'], 'expected offered or demanded').default('offered'),
    /** The folder of the backups that the server makes by itself, on another disk or machine; left out: it makes none. */
    backupTo: z.string('expected a folder').refine(isAbsolute, 'expected the whole path of a folder').optional(),
    /** By which these are sealed. */
    backupKey: z
      .string('expected a text')
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'expected 32 bytes in base64, as of “openssl rand -base64 32”')
      .optional(),
    /** How often one is made. */
    backupHours: wholeNumber(1, 24 * 30).default(24),
    /** Days that one stays: what was deleted is in none any more after that. */
    backupDays: wholeNumber(1, 3650).default(30),
    /** Who is told by mail how the backups stand. */
    operatorMail: z.email('expected an email').optional(),
    /** Days that a line of the audit log stays; 0: there is none. */
    auditDays: wholeNumber(0, 36_500).default(365),
    /** With it the numbers at /metrics are read from anywhere, and by nobody without it; left out: from this machine alone, and only where no proxy stands before it. */
    metricsToken: z
      .string('expected a text')
      .regex(/^\S{16,200}$/, 'expected 16 to 200 characters without blanks')
      .optional(),
    /** By which the secrets of second factors are sealed on the disk; left out: they are not. */
    factorKey: z
      .string('expected a text')
      .regex(/^[A-Za-z0-9+/]{43}=$/, 'expected 32 bytes in base64, as of “openssl rand -base64 32”')
      .optional(),
    /** The secret key of Stripe; left out: this server takes no payments. */
    stripeKey: secret.optional(),
    /** By which Stripe signs its events. */
    stripeWebhookSecret: secret.optional(),
    stripePublishableKey: secret.optional(),
    /** Another than Stripe's own, for tests. */
    stripeHost: z
      .url({ protocol: /^https?$/, error: 'expected an address that begins with https://' })
      .refine(isSecure, 'expected https://, but of this machine itself')
      .optional(),
    /** `postgres://…`, which all nodes have in common; left out: this server is alone. */
    database: z
      .string('expected an address that begins with postgres://')
      .refine(
        (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
        'expected an address that begins with postgres://',
      )
      .optional(),
    /** Where the other nodes reach this one. */
    node: z
      .url({ protocol: /^https?$/, error: 'expected an address that begins with http://' })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    /** By which nodes know each other. */
    clusterSecret: z.string('expected a text').min(8, 'expected at least 8 characters').optional(),
    /** Storage threads. */
    threads: wholeNumber(1, 64).default(4),
    /** What turns speech into words; left out: nothing does, and nobody is offered it. */
    speech: z
      .string('expected a text')
      .refine(
        (text) => /^(command:.+|pocketsphinx)$/.test(text) || (/^https?:/.test(text) && URL.canParse(text)),
        'expected command: and the path of a program, an address that begins with https:// or http://, or pocketsphinx',
      )
      .transform((text) => text.replace(/\/+$/, ''))
      .optional(),
    /** What a service is shown. */
    speechKey: z.string('expected a text').min(1).optional(),
    /** What a service calls its usual model, a better one, and one that tells speakers apart. */
    speechModel: z.string('expected a name').min(1).default('whisper-1'),
    speechModelAccurate: z.string('expected a name').min(1).optional(),
    speechModelSpeakers: z.string('expected a name').min(1).optional(),
    /** MB that a program may have in memory; 0: no bound. */
    speechMemory: wholeNumber(0, 10_000_000).default(8000),
    /** Seconds of speech that one person may have heard in a month; 0: no bound. */
    speechSeconds: wholeNumber(0, 1_000_000_000).default(0),
    /** Providers of sign-ins, as `sso.ts` has them, or the path of a file with them. */
    sso: z
      .union([z.string().min(1), z.array(z.unknown())], 'expected a list of providers, or the path of a file')
      .optional(),
  })
  .superRefine(({ proxies, url, ...given }, context) => {
    if (given.backupTo !== undefined && given.backupKey === undefined) {
      const message = 'backups in a second place are sealed: THICKET_BACKUP_KEY says by which key'
      context.addIssue({ code: 'custom', path: ['backupTo'], message })
    }
    const isOfNodes = given.database !== undefined
    const wrong = (name: keyof typeof given, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (isOfNodes && given.clusterSecret === undefined)
      wrong('clusterSecret', 'several nodes need one that all of them have')
    if (isOfNodes && given.backupTo !== undefined)
      wrong('backupTo', 'the backup of several nodes is that of their PostgreSQL: leave it out')
    for (const name of ['stripeKey', 'stripeWebhookSecret', 'stripePublishableKey'] as const) {
      const isAlone =
        given[name] === undefined && (given.stripeKey ?? given.stripeWebhookSecret ?? given.stripePublishableKey)
      if (isAlone) context.addIssue({ code: 'custom', path: [name], message: 'payment needs all three keys of Stripe' })
    }
    if (proxies === 0 || url !== undefined) return
    const message = 'there are proxies, but THICKET_URL does not say by which address they are found'
    context.addIssue({ code: 'custom', path: ['proxies'], message })
  })

/** What a server has that takes payments. */
export interface PaymentSettings {
  key: string
  webhookSecret: string
  publishableKey: string
  host?: string
  prices: Prices
}

/** What a server has that is one of several nodes. */
export interface NodeSettings {
  database: string
  /** Where the others reach this one; left out: it is a command, which nobody reaches. */
  address?: string
  secret: string
}

type Keys =
  | 'database'
  | 'node'
  | 'clusterSecret'
  | 'stripeKey'
  | 'stripeWebhookSecret'
  | 'stripePublishableKey'
  | 'stripeHost'

export type Settings = Omit<z.infer<typeof shape>, 'registration' | 'mailFrom' | 'sso' | Keys> & {
  /** Left out: people sign in with a password alone. */
  sso?: readonly SsoProvider[]
  /** Left out: this server takes none. */
  payment?: PaymentSettings
  /** Left out: this server is alone. */
  nodes?: NodeSettings
  registration: 'open' | 'invitation'
  mailFrom: string
  /** By what name mail servers are greeted: that by which browsers find this one, where it is one of the network. */
  mailHost?: string
  /** What is shared with an email waits until its account's person has shown that they read the mail to it: where more than this machine can call, or mail is sent. */
  provesEmails: boolean
}

const variables: Readonly<Record<keyof z.infer<typeof shape>, string>> = {
  data: 'THICKET_DATA',
  port: 'PORT',
  host: 'THICKET_HOST',
  url: 'THICKET_URL',
  region: 'THICKET_REGION',
  registration: 'THICKET_REGISTRATION',
  mail: 'THICKET_MAIL',
  mailFrom: 'THICKET_MAIL_FROM',
  proxies: 'THICKET_PROXIES',
  quota: 'THICKET_QUOTA',
  projects: 'THICKET_PROJECTS',
  auditDays: 'THICKET_AUDIT_DAYS',
  backupTo: 'THICKET_BACKUP_TO',
  backupKey: 'THICKET_BACKUP_KEY',
  backupHours: 'THICKET_BACKUP_HOURS',
  backupDays: 'THICKET_BACKUP_DAYS',
  operatorMail: 'THICKET_OPERATOR_MAIL',
  sessionDays: 'THICKET_SESSION_DAYS',
  longestSessionDays: 'THICKET_LONGEST_SESSION_DAYS',
  factor: 'THICKET_FACTOR',
  metricsToken: 'THICKET_METRICS_TOKEN',
  factorKey: 'THICKET_FACTOR_KEY',
  stripeKey: 'THICKET_STRIPE_KEY',
  stripeWebhookSecret: 'THICKET_STRIPE_WEBHOOK_SECRET',
  stripePublishableKey: 'THICKET_STRIPE_PUBLISHABLE_KEY',
  stripeHost: 'THICKET_STRIPE_HOST',
  database: 'THICKET_DATABASE',
  node: 'THICKET_NODE',
  clusterSecret: 'THICKET_CLUSTER_SECRET',
  threads: 'THICKET_THREADS',
  speech: 'THICKET_SPEECH',
  speechKey: 'THICKET_SPEECH_KEY',
  speechModel: 'THICKET_SPEECH_MODEL',
  speechModelAccurate: 'THICKET_SPEECH_MODEL_ACCURATE',
  speechModelSpeakers: 'THICKET_SPEECH_MODEL_SPEAKERS',
  speechMemory: 'THICKET_SPEECH_MEMORY',
  speechSeconds: 'THICKET_SPEECH_SECONDS',
  sso: 'THICKET_SSO',
}

/** Throws Error with one line for each setting that is wrong. */
export function readSettings(given: NodeJS.ProcessEnv = process.env): Settings {
  const { sso, settings } = settingsOf(withEnvironmentFile(given))
  return { ...settings, ...(sso !== undefined && { sso: readSso(settings.data, sso) }) }
}

/**
 * The same for a command, which signs nobody in: the files of `THICKET_SSO` are not read. They are in no backup, so that a folder into which one
 * was just restored lacks them.
 */
export function readCommandSettings(given: NodeJS.ProcessEnv = process.env): Settings {
  return settingsOf(withEnvironmentFile(given)).settings
}

/** `sso`: as it is given, a list or the path of a file. */
function settingsOf(env: NodeJS.ProcessEnv): { sso: unknown; settings: Settings } {
  const data = resolve(env.THICKET_DATA || join(configFolder(env), 'cloud'))
  const given = givenSettings({ shape, variables, numbers, file: join(data, 'settings.json'), env, fixed: { data } })
  const {
    stripeKey: key,
    stripeWebhookSecret: webhookSecret,
    stripePublishableKey: publishableKey,
    stripeHost,
    sso,
    database,
    node: address,
    clusterSecret: secret,
    ...read
  } = given
  const { url, host } = read
  const payment =
    key !== undefined && webhookSecret !== undefined && publishableKey !== undefined
      ? { key, webhookSecret, publishableKey, ...(stripeHost && { host: stripeHost }), prices: readPrices(data) }
      : undefined
  const isAlone = url === undefined && isLoopback(host)
  const mailHost = url === undefined ? null : nameOf(url)
  const settings = {
    ...read,
    ...(payment && { payment }),
    ...(database && secret && { nodes: { database, secret, ...(address && { address }) } }),
    mailFrom: read.mailFrom ?? `Thicket <thicket@${mailHost ?? 'localhost'}>`,
    ...(mailHost !== null && { mailHost }),
    // Who is to pay has to be let in.
    registration: read.registration ?? (isAlone || payment ? 'open' : 'invitation'),
    provesEmails: !isAlone || read.mail !== undefined,
  }
  return { sso, settings }
}

/** Where mails are sent as from a name that means nothing to other mail servers: that, and which setting mends it; null: they are not. */
export function senderProblem({ mail, mailFrom, url }: Pick<Settings, 'mail' | 'mailFrom' | 'url'>): string | null {
  if (mail === undefined || !/@localhost>?$/.test(mailFrom)) return null
  const remedy =
    url === undefined
      ? 'set THICKET_URL or THICKET_MAIL_FROM'
      : `set THICKET_MAIL_FROM, since THICKET_URL (${url}) has no name that they could know`
  return `mails say that they are from ${mailFrom}, which mail servers elsewhere refuse: ${remedy}`
}

/** The name that an address has among mail servers; null: it has none, but a number, or is of this machine alone. */
function nameOf(url: string): string | null {
  const { hostname } = new URL(url)
  return /^[\d.]+$|^\[/.test(hostname) || !hostname.includes('.') || hostname.endsWith('.localhost') ? null : hostname
}
