/** What sign-in, registration, reset and one's own account have in common: who people are, how often they may try, what they are told. */
import type { SignedIn, UserData } from '../../../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../../../src/model/problems.ts'
import { passwordProblem } from '../../../../src/model/rules/passwords.ts'
import type { Log } from '../../../base/log.ts'
import type { Settings } from '../../../base/settings/settings.ts'
import type { Caller, HostChange, Payment, Person } from '../../../host.ts'
import type { AuditLog } from '../audit/audit.ts'
import type { CloudDatabase } from '../database.ts'
import type { Mail } from '../mail/mail.ts'
import { mailText, type Occasion } from '../mail/mailTexts.ts'
import { type Identities, nameOfIssuer, openIdentities } from '../sso/identities.ts'
import { forgetTranscriptionKey } from '../transcription/forgetKey.ts'
import { type AccountRow, type AccountRows, hasPassword, openAccountRows, withoutFactor } from './accountRows.ts'
import * as allowances from './allowances.ts'
import { stepOf } from './factor.ts'
import { openKeptTries } from './keptTries.ts'
import { type Links, openLinks } from './links.ts'
import { openPasswords, type Passwords } from './passwords.ts'
import { openRecovery, type Recovery } from './recovery.ts'
import { openSeal, type Seal, sealFactors } from './seal.ts'
import { openSessions, type SessionOrigin, type Sessions, sessionLife } from './sessions.ts'
import { hashOfToken } from './tokens.ts'
import { openTries, type Tries, type TryAllowance } from './tries.ts'

export interface AccountsParts {
  database: CloudDatabase
  settings: Pick<Settings, 'region' | 'registration'> &
    Partial<
      Pick<Settings, 'mail' | 'provesEmails' | 'factorKey' | 'factor' | 'sessionDays' | 'longestSessionDays' | 'sso'>
    >
  mail: Mail
  /** The address by which mails lead here, without a slash at its end; asked when one is written. */
  address: () => string
  /** Hears what sessions and shares have become others. */
  changed: (change: HostChange) => void
  log: Pick<Log, 'error' | 'security'>
  audit?: Pick<AuditLog, 'newest'>
  /** ms since 1970. */
  now?: () => number
  /** ms of a clock that nobody sets. */
  steady?: () => number
  tries?: Tries
  passwords?: Passwords
  /** Asked when it is needed: it knows of accounts too. */
  payment?: () => Payment | undefined
}

/** How long a session counts as one that has just begun, in ms. */
const newSession = 10 * 60_000

type Keys = readonly (readonly [key: string, allowance: TryAllowance])[]

/** Who tries, for the security log: from where, by which account, or both. */
export type Trier = Readonly<{ address: string; account?: string } | { account: string }>

export interface Core extends Pick<AccountsParts, 'settings' | 'address' | 'changed' | 'log'> {
  people: AccountRows
  sessions: Sessions
  links: Links
  passwords: Passwords
  recovery: Recovery
  seal: Seal
  transaction: CloudDatabase['transaction']
  identities: Identities
  /** Of an account whose password is another, by whoever does not know the former one. */
  forgetTranscriptionKey(account: string): void
  /** Takes a try of each key for `body`, which may give them back. Problems: tooManyTries. */
  trying<T>(by: Trier, keys: Keys, body: (giveBack: () => void) => Result<T> | Promise<Result<T>>): Promise<Result<T>>
  /** Tries at one account: `each` from one address, `all` from all that it does not know, neither of which counts for the other. */
  triesAt(
    what: string,
    email: string,
    account: AccountRow | undefined,
    caller: Caller,
    each: TryAllowance,
    all: TryAllowance,
  ): Keys
  /** Tries at all accounts from one address, but for who comes from where they have been before: what others try there does not shut them out. */
  triesFrom(what: string, account: AccountRow | undefined, caller: Caller, all: TryAllowance): Keys
  /** Takes away all that somebody has set up in an account whose email nobody has proven, for whoever does so now. */
  forgetStranger(account: AccountRow): void
  /** Whether the account has a password, or may be given one: not where people sign in with their provider alone. */
  mayHavePassword(account: AccountRow): boolean
  /** The account, where the session stands and this is its password; one that has none needs a session that has just begun. Problems: wrongPassword, tooManyTries, notSignedIn, signInAgain. */
  confirmed(person: Person, password: string): Promise<Result<AccountRow>>
  /** The hash of a new password. Problems: passwordToo…, tooManyTries. */
  hashed(password: string, about: readonly string[], caller: string): Promise<Result<string>>
  /** Whether the code is the account's now; it is not any more. `secret`: that of its factor, or of the one begun. */
  takeCode(account: AccountRow, secret: string, code: string): boolean
  /** Begins a session. Problems: accountDisabled, which only whoever has shown that they are its person hears. */
  signedIn(account: AccountRow, caller: Caller, origin?: SessionOrigin): Result<SignedIn>
  passwordChanged(account: AccountRow): void
  write(to: Pick<AccountRow, 'email' | 'language'>, occasion: Occasion): Promise<Result<void>>
  linkTo(route: string): string
  /** Left out: accounts cost nothing. */
  payment(): Payment | undefined
  /** People sign in with their provider alone: nobody registers, and no account gets a password. */
  isOnlyBySso: boolean
  /** Whether mails go to whom they are for: else they are files, which the operator hands on. */
  sendsMail: boolean
  /** Whether the account is to have a second factor for this session. One that began with a provider had what the provider asks for. */
  demandsFactor(person: Person): boolean
  /** What a person sees of their account. */
  dataOf(account: AccountRow, person: Person): UserData
  close(): void
}

export function openCore({
  database,
  settings,
  mail,
  address,
  changed,
  log,
  now = Date.now,
  steady,
  tries = openTries(undefined, openKeptTries(database, now, log.error)),
  passwords = openPasswords(),
  payment = () => undefined,
}: AccountsParts): Core {
  const { transaction } = database
  const people = openAccountRows(database, now, (account, share) =>
    log.security('invitationTaken', { account, ...share }),
  )
  const { sessionDays = 30, longestSessionDays = 365 } = settings
  const sessions = openSessions(database, changed, now, steady, sessionLife({ sessionDays, longestSessionDays }))
  const links = openLinks(database, now)
  const recovery = openRecovery(database)
  const identities = openIdentities(database, now)
  const seal = openSeal(settings.factorKey)
  sealFactors(database, seal)
  const sendsMail = settings.mail !== undefined
  const isOnlyBySso = settings.sso?.some(({ only }) => only) ?? false

  const isKnown = (account: AccountRow | undefined, { address }: Caller): boolean =>
    account !== undefined && people.knows(account.id, address)
  const write: Core['write'] = ({ email, language }, occasion) =>
    mail.send({ to: email, ...mailText(occasion, language) })

  const trying: Core['trying'] = async (by, keys, body) => {
    const short = keys.map(([key, allowance]) => [hashOfToken(key), allowance] as const)
    const refused = tries.take(short)
    if (refused) {
      log.security('triesRefused', { ...by, what: whatOf(keys), wait: refused.wait })
      return problem({ kind: 'tooManyTries', wait: refused.wait })
    }
    return body(() => {
      for (const [key] of short) tries.giveBack(key)
    })
  }

  const byPassword = (account: AccountRow, person: Person, password: string): Promise<Result<AccountRow>> =>
    trying<AccountRow>({ account: person.id }, [[`confirm ${person.session}`, allowances.own]], async (giveBack) => {
      const right = await passwords.verify(password, account.password, person.id)
      if (isProblem(right)) {
        giveBack()
        return right
      }
      if (!right.ok) return problem({ kind: 'wrongPassword' })
      giveBack()
      const isStill = sessions.stands(person) && people.byId(person.id)?.password === account.password
      return isStill ? { ok: account } : problem({ kind: 'notSignedIn' })
    })

  const demandsFactor = (person: Person) => settings.factor === 'demanded' && !sessions.isIssued(person)
  const standingOf = (account: string) => ({
    required: payment()?.owes(account) ?? false,
    order: payment()?.openOrder(account) ?? null,
  })

  return {
    settings,
    address,
    changed,
    log,
    people,
    sessions,
    links,
    passwords,
    recovery,
    seal,
    transaction,
    identities,
    forgetTranscriptionKey: (account) => forgetTranscriptionKey(database, account),
    write,
    trying,
    payment,
    isOnlyBySso,
    sendsMail,
    demandsFactor,
    dataOf: (account, person) => ({
      account: shown(account),
      volumelicence: account.volume === 1,
      subscriptions: payment()?.subscriptions(account.id) ?? [],
      ...(payment() && { payment: standingOf(account.id) }),
      factor: account.factor !== null,
      ...(account.operator === 1 && { operator: true as const }),
      // A factor that is there stays, whatever the session began with.
      ...((demandsFactor(person) || (settings.factor === 'demanded' && account.factor !== null)) && {
        factorDemanded: true as const,
      }),
      recoveryCodes: account.factor === null ? null : recovery.left(account.id),
      emailWaiting: account.emailWaiting,
      emailUnconfirmed: sendsMail && account.proven === 0,
      password: hasPassword(account),
      mayCreate: account.mayCreate === 1,
      signIns: identities.of(account.id).map(({ id, issuer, created, used }) => {
        return { id, name: nameOfIssuer(settings.sso, issuer), created, used }
      }),
    }),
    close: tries.close,
    linkTo: (route) => `${address()}/web/#${route}`,
    triesAt: (what, email, account, caller, each, all) => {
      // Each key begins with what it counts, so that nothing that is written as an email is taken for another.
      const mine = [`${what} to one from one: ${caller.address} ${email}`, each] as const
      return isKnown(account, caller) ? [mine] : [mine, [`${what} to one: ${email}`, all]]
    },
    triesFrom: (what, account, caller, all) =>
      isKnown(account, caller) ? [] : [[`${what} from one: ${caller.address}`, all]],
    confirmed: async (person, password) => {
      const account = people.byId(person.id)
      if (!account) return problem({ kind: 'notSignedIn' })
      if (hasPassword(account)) return byPassword(account, person, password)
      const began = sessions.began(person)
      if (began === null) return problem({ kind: 'notSignedIn' })
      const isNew = began <= now() && now() - began <= newSession
      return isNew ? { ok: account } : problem({ kind: 'signInAgain' })
    },
    forgetStranger: ({ id }) => {
      people.change(id, { ...withoutFactor, emailWaiting: null })
      recovery.drop(id)
      links.dropOf(id)
      identities.dropOf(id)
      forgetTranscriptionKey(database, id)
    },
    mayHavePassword: (account) => hasPassword(account) || !isOnlyBySso,
    hashed: async (password, about, caller) => {
      // Checked first: a hash costs more.
      const wrong = await passwordProblem(password, about)
      return wrong ? problem(wrong) : passwords.hash(password, caller)
    },
    takeCode: (account, secret, code) => {
      const step = stepOf(seal.open(account.id, secret), code, account.factorUsed, now())
      if (step !== null) people.change(account.id, { factorUsed: step })
      return step !== null
    },
    signedIn: (account, caller, origin) => {
      const tokens = transaction(() => {
        if (people.byId(account.id)?.disabled !== null) return null
        if (account.language !== caller.language) people.change(account.id, { language: caller.language })
        people.remember(account.id, caller.address)
        return sessions.begin(account.id, caller.agent, origin)
      })
      if (tokens === null) {
        log.security('disabledRefused', { account: account.id, address: caller.address })
        return problem({ kind: 'accountDisabled' })
      }
      const by = origin && { issuer: origin.issuer }
      log.security('signIn', { account: account.id, address: caller.address, ...by })
      return ok({ account: { ...shown(account), ...tokens }, regional_service_map: { [settings.region]: '' } })
    },
    passwordChanged: (account) => {
      links.drop(account.email)
      // What whoever had the password before has begun ends with it.
      links.dropOf(account.id)
      people.change(account.id, { emailWaiting: null })
      log.security('passwordChanged', { account: account.id })
      void write(account, { about: 'passwordChanged', name: account.name, address: address() })
    },
  }
}

/** A try from outside a session, at an account that there may be. */
export const triedBy = (account: AccountRow | undefined, { address }: Pick<Caller, 'address'>): Trier => ({
  ...(account && { account: account.id }),
  address,
})

/** What was tried, as its key begins: `sign in`, `code`, `reset` …; what follows names people. */
const whatOf = ([first]: Keys): string => /^(sign in|[\w-]+)/.exec(first?.[0] ?? '')?.[0] ?? ''

const shown = ({ id, email, name, region, transcriptionKey }: AccountRow) => ({
  id,
  email,
  name,
  region,
  transcription_key: transcriptionKey,
})
