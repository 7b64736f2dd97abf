/** With which providers people sign in besides a password (OpenID Connect): a list in `settings.json`, or in a file of its own. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isSecure } from './secureAddress.ts'

const words = (most: number) => z.string('expected a text').trim().min(1, 'expected a text').max(most)
const list = z.array(words(300), 'expected a list of texts')

const shape = z.strictObject({
  /** In addresses: it stays, since the provider knows them. */
  id: z.string('expected a name').regex(/^[a-z0-9-]{1,40}$/, 'expected up to 40 small letters, digits and hyphens'),
  /** What stands on the button. */
  name: words(60),
  issuer: z
    .url({ protocol: /^https?$/, error: 'expected an address that begins with https://' })
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'expected an address without query, fragment and password')
    .refine(isSecure, 'expected https://, but of this machine itself')
    .transform(plainIssuer),
  clientId: words(300),
  /** A file with the client's secret. */
  secretFile: words(4096),
  scope: words(300).default('openid email profile'),
  /** Domains of emails for which the provider's word is enough. */
  emailsOf: z.array(words(253).toLowerCase(), 'expected a list of domains').default([]),
  /** The claim in which groups are said. */
  groups: words(300).default('groups'),
  /** Groups whose members may make projects; left out: groups say nothing of that. */
  mayCreate: list.optional(),
  /** Who gets an account here who has none: anyone whom the provider knows, members of groups, or whoever is invited. */
  joins: z
    .union([z.enum(['anyone', 'invited']), list], 'expected anyone, invited or a list of groups')
    .default('invited'),
  /** The screen shows no fields for email and password. */
  only: z.boolean('expected true or false').default(false),
  /** After what time a session ends, however often it is used: `45m`, `12h`, `7d`; left out: as any other. */
  session: z
    .string('expected a time, as 12h')
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'expected a time, as 45m, 12h or 7d')
    .transform(msOf)
    .optional(),
})

const shapeOfAll = z
  .array(shape)
  .min(1, 'expected at least one provider')
  .max(20)
  .superRefine((all, context) => {
    for (const name of ['id', 'issuer'] as const)
      for (const [at, provider] of all.entries())
        if (all.findIndex((other) => other[name] === provider[name]) < at)
          context.addIssue({ code: 'custom', path: [at, name], message: `there is another provider with this ${name}` })
  })

/** A provider of sign-ins. `session`: ms. */
export type SsoProvider = Omit<z.infer<typeof shapeOfAll>[number], 'secretFile'> & { secret: string }

/** As issuers are compared and kept: a slash at the end makes no other one. */
export function plainIssuer(issuer: string): string {
  return issuer.replace(/\/+$/, '')
}

/**
 * `given`: the list, or the path of a file that has it. Paths begin at the folder `data`. Throws Error with a line for each thing that is wrong;
 * what was given is not said, since it may be a secret at the wrong place.
 */
export function readSso(data: string, given: unknown): SsoProvider[] {
  const where = typeof given === 'string' ? resolve(data, given) : 'sso'
  const read = shapeOfAll.safeParse(typeof given === 'string' ? listIn(where) : given)
  if (!read.success)
    throw new Error(
      read.error.issues.map(({ path, message }) => `THICKET_SSO (${where}), ${path.join('.')}: ${message}`).join('\n'),
    )
  return read.data.map(({ secretFile, ...provider }) => ({ ...provider, secret: secretIn(resolve(data, secretFile)) }))
}

function listIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`THICKET_SSO: ${path} cannot be read, or is no JSON`)
  }
}

function secretIn(path: string): string {
  let secret = ''
  try {
    secret = readFileSync(path, 'utf8').trim()
  } catch {
    // Said below: what is missing is as good as empty.
  }
  if (secret === '') throw new Error(`THICKET_SSO: ${path}, which is to have the secret, cannot be read or is empty`)
  return secret
}

function msOf(text: string): number {
  const unit = { m: 60_000, h: 3_600_000, d: 86_400_000 }[text.slice(-1)] ?? 0
  return Number(text.slice(0, -1)) * unit
}
