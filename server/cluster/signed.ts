/** How a node knows that a call comes from another one: by a secret that all have, over the call, its time and a number that is taken once. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What the node that passes a call on says of whoever has made it. */
const about = z.object({
  /** Their address, as tries are counted. */
  caller: z.string().optional(),
  /** Of a socket: whose ticket it had. */
  person: z.object({ id: z.string(), session: z.string() }).optional(),
})
export type About = z.infer<typeof about>
const said = about.extend({ time: z.number(), nonce: z.string() })

export const signedBy = 'thicket-node'
/** ms for which a call is good. */
const life = 30_000

export interface Signing {
  /** The name of the header. */
  readonly header: string
  /** The value of the header `signedBy`. */
  sign(method: string, path: string, of?: About): string
  /** null: it is from nobody who has the secret, too old, or has come before. */
  check(method: string, path: string, header: string | undefined): About | null
}

export function openSigning(secret: string, now: () => number = Date.now): Signing {
  const seen = new Map<string, number>()
  const macOf = (method: string, path: string, text: string) =>
    createHmac('sha256', secret).update(`${method}\n${path}\n${text}`).digest()
  const forget = () => {
    for (const [nonce, until] of seen) {
      if (until > now()) return
      seen.delete(nonce)
    }
  }
  return {
    header: signedBy,
    sign: (method, path, of = {}) => {
      const text = JSON.stringify({ ...of, time: now(), nonce: randomBytes(12).toString('base64url') })
      return `${Buffer.from(text).toString('base64url')}.${macOf(method, path, text).toString('base64url')}`
    },
    check: (method, path, header = '') => {
      const [packed = '', mac = ''] = header.split('.')
      const text = Buffer.from(packed, 'base64url').toString()
      const [given, wanted] = [Buffer.from(mac, 'base64url'), macOf(method, path, text)]
      if (given.byteLength !== wanted.byteLength || !timingSafeEqual(given, wanted)) return null
      const read = said.safeParse(JSON.parse(text))
      if (!read.success || Math.abs(now() - read.data.time) > life) return null
      forget()
      if (seen.has(read.data.nonce)) return null
      // As long as it would be good, whichever clock goes before.
      seen.set(read.data.nonce, now() + 2 * life)
      const { time: _, nonce: __, ...of } = read.data
      return of
    },
  }
}
