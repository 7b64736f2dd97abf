/** Sign-in with a password, and the code of the second factor where there is one. */
import type { SignedIn, SignIn } from '../../../../src/model/contract/shapes.ts'
import { isProblem, problem, type Result } from '../../../../src/model/problems.ts'
import { cleanEmail } from '../../../../src/model/rules/projects/email.ts'
import type { Accounts, Caller } from '../../../host.ts'
import type { AccountRow } from './accountRows.ts'
import { type Core, triedBy } from './accountsCore.ts'
import * as allowances from './allowances.ts'

export interface BySecrets {
  signIn: Accounts['signIn']
  /** The same tries and checks, with another way to begin the session once they are passed. */
  shown(signIn: SignIn, caller: Caller, begin: (account: AccountRow) => Result<SignedIn>): Promise<Result<SignedIn>>
}

export function openSignIn(core: Core): BySecrets {
  const {
    people,
    passwords,
    recovery,
    log,
    write,
    address,
    transaction,
    trying,
    triesAt,
    triesFrom,
    takeCode,
    signedIn,
  } = core
  const wrongSignIn = problem({ kind: 'wrongSignIn' })

  const failed = (account: AccountRow | undefined, caller: Caller) =>
    log.security('signInFailed', { account: account?.id ?? null, address: caller.address })

  /** By a recovery code. Its person hears of it: whoever found one is in without the app. */
  const recovered = (account: AccountRow, code: string, caller: Caller): boolean => {
    if (!recovery.take(account.id, code)) return false
    const left = recovery.left(account.id)
    log.security('recoveryCodeUsed', { account: account.id, address: caller.address, left })
    void write(account, { about: 'recoveryCodeUsed', name: account.name, left, address: address() })
    return true
  }

  /** Whoever has the password guesses no code: of these there are few tries, wherever they come from. One is used up where the session begins. */
  const byCode = (
    account: AccountRow,
    secret: string,
    code: string,
    caller: Caller,
    begin: (account: AccountRow) => Result<SignedIn>,
  ): Promise<Result<SignedIn>> => {
    const { codes } = allowances
    return trying<SignedIn>(
      triedBy(account, caller),
      triesAt('code', account.email, account, caller, codes, codes).slice(-1),
      (giveBack) =>
        transaction((): Result<SignedIn> => {
          if (!takeCode(account, secret, code) && !recovered(account, code, caller)) {
            failed(account, caller)
            return problem({ kind: 'wrongCode' })
          }
          giveBack()
          return begin(account)
        }),
    )
  }

  /** The hash that is kept from now on: a new one where it was made at another cost. */
  const renewed = async (account: AccountRow, password: string, caller: Caller): Promise<string> => {
    if (!passwords.isDated(account.password)) return account.password
    const made = await passwords.hash(password, caller.address)
    if (isProblem(made) || people.byId(account.id)?.password !== account.password) return account.password
    people.change(account.id, { password: made.ok })
    return made.ok
  }

  const shown: BySecrets['shown'] = ({ email: written, password, code = '' }, caller, begin) => {
    const email = cleanEmail(written)
    const account = people.byEmail(email)
    const keys = [
      ...triesAt('sign in', email, account, caller, allowances.own, allowances.fromElsewhere),
      ...triesFrom('sign in', account, caller, allowances.ofAddress),
    ]
    return trying<SignedIn>(triedBy(account, caller), keys, async (giveBack) => {
      const right = await passwords.verify(password, account?.password || undefined, caller.address)
      if (isProblem(right)) {
        giveBack()
        return right
      }
      const current = account && people.byId(account.id)
      if (!right.ok || !current || current.password !== account.password) {
        failed(account, caller)
        return wrongSignIn
      }
      if (current.factor !== null && code.trim() === '') {
        giveBack()
        return problem({ kind: 'codeNeeded' })
      }
      const kept = await renewed(current, password, caller)
      const now = people.byId(current.id)
      // A reset meanwhile has ended all sessions: none begins by the password before.
      if (!now || now.password !== kept || now.factor !== current.factor) return wrongSignIn
      const signed = now.factor === null ? begin(now) : await byCode(now, now.factor, code, caller, begin)
      if (!isProblem(signed)) giveBack()
      return signed
    })
  }
  return {
    shown,
    signIn: (given, caller) => shown(given, caller, (account) => signedIn(account, caller)),
  }
}
