/** What a person sees and changes of their own account. What matters asks for the password again, and is told by mail. */
import { isProblem, problem, type Result } from '../../../../src/model/problems.ts'
import { cleanEmail, isEmail } from '../../../../src/model/rules/projects/email.ts'
import type { Accounts, Person } from '../../../host.ts'
import { type AccountRow, cleanName, hasPassword, withoutFactor } from './accountRows.ts'
import type { Core } from './accountsCore.ts'
import * as allowances from './allowances.ts'
import type { EmailProof } from './emailProof.ts'
import { newSecret, uriOf } from './factor.ts'

type OwnAccount = Pick<
  Accounts,
  | 'data'
  | 'update'
  | 'changePassword'
  | 'keepTranscriptionKey'
  | 'sessions'
  | 'endSession'
  | 'beginFactor'
  | 'confirmFactor'
  | 'removeFactor'
  | 'newRecoveryCodes'
  | 'confirm'
>

export function openOwnAccount(core: Core, proof: EmailProof): OwnAccount {
  const {
    people,
    sessions,
    log,
    address,
    changed,
    transaction,
    trying,
    confirmed,
    hashed,
    takeCode,
    recovery,
    seal,
    dataOf,
    passwordChanged,
    write,
    forgetTranscriptionKey,
    mayHavePassword,
  } = core
  const notSignedIn = problem({ kind: 'notSignedIn' })

  const factorChanged = (account: AccountRow, about: 'factorAdded' | 'factorRemoved' | 'recoveryCodesMade') => {
    log.security(about, { account: account.id })
    void write(account, { about, name: account.name, address: address() })
  }

  /** By the password, and where there is a second factor by that too: who finds a password must not get rid of what it was not enough for. */
  const confirmedTwice = async (person: Person, password: string, code: string): Promise<Result<AccountRow>> => {
    const right = await confirmed(person, password)
    if (isProblem(right) || right.ok.factor === null) return right
    if (code.trim() === '') return problem({ kind: 'codeNeeded' })
    return trying<AccountRow>({ account: person.id }, [[`own code of ${person.id}`, allowances.codes]], (giveBack) =>
      transaction(() => {
        const account = people.byId(person.id)
        if (!account) return notSignedIn
        const { factor } = account
        if (factor !== null && !takeCode(account, factor, code) && !recovery.take(account.id, code))
          return problem({ kind: 'wrongCode' })
        giveBack()
        return { ok: account }
      }),
    )
  }

  return {
    data: (person) => dataOf(people.byId(person.id) as AccountRow, person),
    update: async (person, { name: writtenName, email: writtenEmail, password = '' }) => {
      const account = people.byId(person.id)
      if (!account) return notSignedIn
      const name = writtenName === undefined ? { ok: account.name } : cleanName(writtenName)
      if (isProblem(name)) return name
      const email = writtenEmail === undefined ? account.email : cleanEmail(writtenEmail)
      if (!isEmail(email)) return problem({ kind: 'invalidEmail' })
      if (email !== account.email) {
        const right = await confirmed(person, password)
        if (isProblem(right)) return right
        const begun = await proof.change(account, email)
        if (isProblem(begun)) return begun
      }
      people.change(account.id, { name: name.ok })
      if (name.ok !== account.name) changed({ people: people.around(account.id) })
      const now = people.byId(account.id)
      return now ? { ok: dataOf(now, person) } : notSignedIn
    },

    keepTranscriptionKey: async (person, key, password) => {
      const right = await confirmed(person, password)
      if (isProblem(right)) return right
      // It is sealed by the password.
      if (!hasPassword(right.ok)) return problem({ kind: 'wrongPassword' })
      return transaction(() => {
        const account = people.byId(person.id)
        if (!account) return notSignedIn
        if (account.transcriptionKey !== null) return { ok: account.transcriptionKey }
        people.change(person.id, { transcriptionKey: key })
        return { ok: key }
      })
    },

    changePassword: async (person, oldPassword, newPassword, transcriptionKey) => {
      const before = people.byId(person.id)
      if (!before) return notSignedIn
      // Who signs in with a provider alone has none to say.
      if (newPassword === '' || (oldPassword === '' && hasPassword(before))) return problem({ kind: 'bothPasswords' })
      if (!mayHavePassword(before)) return problem({ kind: 'wrongPassword' })
      const right = await confirmed(person, oldPassword)
      if (isProblem(right)) return right
      const { email, name, password } = right.ok
      const made = await hashed(newPassword, [email, name], person.id)
      if (isProblem(made)) return made
      // Changed meanwhile, as by a reset: that counts.
      if (people.byId(person.id)?.password !== password || !sessions.stands(person)) return notSignedIn
      transaction(() => {
        people.change(person.id, { password: made.ok })
        if (transcriptionKey === undefined) forgetTranscriptionKey(person.id)
        else people.change(person.id, { transcriptionKey })
        sessions.endAll(person.id, person.session)
      })
      passwordChanged(right.ok)
      return { ok: undefined }
    },

    sessions: sessions.entries,
    endSession: (person, session) => {
      sessions.endOne(person.id, session)
      return { ok: undefined }
    },

    beginFactor: async (person, password, code) => {
      const right = await confirmedTwice(person, password, code)
      if (isProblem(right)) return right
      const secret = newSecret()
      people.change(person.id, { factorBegun: seal.seal(person.id, secret) })
      return { ok: { secret, uri: uriOf(secret, right.ok.email) } }
    },
    confirmFactor: (person, code) =>
      trying<{ codes: string[] }>({ account: person.id }, [[`confirm ${person.session}`, allowances.own]], () => {
        const account = people.byId(person.id)
        const secret = account?.factorBegun
        const codes = transaction(() => {
          if (!secret || !takeCode({ ...account, factorUsed: 0 }, secret, code)) return null
          people.change(person.id, { factor: secret, factorBegun: null })
          return recovery.make(person.id)
        })
        if (!account || !codes) return problem({ kind: 'wrongCode' })
        factorChanged(account, 'factorAdded')
        return { ok: { codes } }
      }),
    newRecoveryCodes: async (person, password, code) => {
      const right = await confirmedTwice(person, password, code)
      if (isProblem(right)) return right
      if (right.ok.factor === null) return problem({ kind: 'badRequest', detail: 'there is no second factor' })
      const codes = recovery.make(person.id)
      factorChanged(right.ok, 'recoveryCodesMade')
      return { ok: { codes } }
    },
    removeFactor: async (person, password, code) => {
      if (core.settings.factor === 'demanded') return problem({ kind: 'factorDemanded' })
      const right = await confirmedTwice(person, password, code)
      if (isProblem(right)) return right
      transaction(() => {
        people.change(person.id, withoutFactor)
        recovery.drop(person.id)
      })
      if (right.ok.factor !== null) factorChanged(right.ok, 'factorRemoved')
      return { ok: undefined }
    },
    confirm: async (person, password) => {
      const right = await confirmed(person, password)
      return isProblem(right) ? right : { ok: undefined }
    },
  }
}
