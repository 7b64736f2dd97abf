/** The second factor: codes by time (RFC 6238; SHA-1, 6 digits, 30 s), as every authenticator program has them. Each is taken once. */
import { Secret, TOTP } from 'otpauth'

const digits = 6
const period = 30
/** Steps of time by which a clock may be wrong. */
const window = 1

/** 160 bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** For a QR code. */
export const uriOf = (secret: string, email: string): string =>
  new TOTP({ issuer: 'Thicket', label: email, secret: Secret.fromBase32(secret), digits, period }).toString()

/** The step of time whose code this is, later than `used`; null: it is none, or was taken before. `now`: ms. */
export function stepOf(secret: string, code: string, used: number, now: number): number | null {
  const written = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(written)) return null
  const current = Math.floor(now / 1000 / period)
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits, period })
  const delta = totp.validate({ token: written, timestamp: now, window })
  if (delta === null) return null
  // A clock that was set back would otherwise shut its people out until it is there again.
  const last = used > current + window ? 0 : used
  return current + delta > last ? current + delta : null
}
