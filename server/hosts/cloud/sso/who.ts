/**
 * Which account somebody has here whom a provider has let in: the rule of signing in with a provider, in one place.
 *
 * Promises: nobody gets an account by a name, nor by an email that its provider does not vouch for. A provider that vouches for an email of
 * somebody else's domain gets no account that is there already: its person is asked for the password.
 */
import { problem, type Result } from '../../../../src/model/problems.ts'
import { cleanEmail, isEmail } from '../../../../src/model/rules/projects/email.ts'
import type { SsoProvider } from '../../../base/settings/sso.ts'
import { type AccountRow, hasPassword } from '../accounts/accountRows.ts'
import type { Claimed } from './provider.ts'

export type Who =
  /** The provider's person has signed in here before. */
  | { is: 'known'; account: AccountRow }
  /** There is an account with the email, whose password is asked for once. */
  | { is: 'asked'; account: AccountRow; email: string }
  /** There is an account with the email, and the provider's word is enough. */
  | { is: 'vouched'; account: AccountRow; email: string }
  | { is: 'new'; email: string }

export interface WhoseIs {
  byIdentity(issuer: string, subject: string): AccountRow | undefined
  byEmail(email: string): AccountRow | undefined
  /** Whether a share waits for the email. */
  isInvited(email: string): boolean
}

/** Problems: emailUnproven, emailTaken (of an account without a password, which another provider let in), notAdmitted. */
export function whoIs(
  claimed: Claimed,
  provider: SsoProvider,
  { byIdentity, byEmail, isInvited }: WhoseIs,
): Result<Who> {
  const known = byIdentity(claimed.issuer, claimed.subject)
  if (known) return { ok: { is: 'known', account: known } }
  const email = cleanEmail(claimed.email)
  const isOwnDomain = provider.emailsOf.includes(email.slice(email.lastIndexOf('@') + 1))
  if (!isEmail(email) || !(isOwnDomain || claimed.emailVerified)) return problem({ kind: 'emailUnproven' })
  const account = byEmail(email)
  if (account && isOwnDomain) return { ok: { is: 'vouched', account, email } }
  if (account) return hasPassword(account) ? { ok: { is: 'asked', account, email } } : problem({ kind: 'emailTaken' })
  return joins(claimed, provider, isInvited(email)) ? { ok: { is: 'new', email } } : problem({ kind: 'notAdmitted' })
}

const joins = ({ groups }: Claimed, { joins: wanted }: SsoProvider, isInvited: boolean): boolean => {
  if (isInvited || wanted === 'anyone') return true
  return wanted !== 'invited' && isInOne(groups, wanted)
}

/** Whether the groups of their provider let somebody make projects; null: they say nothing of it. */
export const mayCreate = ({ groups }: Claimed, { mayCreate: wanted }: SsoProvider): boolean | null =>
  wanted ? isInOne(groups, wanted) : null

const isInOne = (groups: readonly string[], wanted: readonly string[]): boolean =>
  groups.some((group) => wanted.includes(group))
