/**
 * What whoever runs the server does with its accounts (`thicket admin`), beside a server that runs or without one: a server hears of it
 * within half a second (`accounts.ts`).
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { passwordProblem } from '../../../src/model/rules/passwords.ts'
import { cleanEmail, isEmail } from '../../../src/model/rules/projects/email.ts'
import { type AccountRow, cleanName, openAccountRows, withoutFactor } from './accounts/accountRows.ts'
import { openLinks } from './accounts/links.ts'
import { openPasswords, type Passwords } from './accounts/passwords.ts'
import { type PersonData, personDataOf } from './accounts/personData.ts'
import { openRecovery } from './accounts/recovery.ts'
import { openSessions } from './accounts/sessions.ts'
import type { CloudDatabase } from './database.ts'
import { type Listed, listAccounts } from './listAccounts.ts'
import { forgetTranscriptionKey } from './transcription/forgetKey.ts'

export interface Operator {
  /** The id of an account; null: there is none with this email. */
  idOf(email: string): string | null
  /** Problems: invalidEmail, accountNameRequired, passwordToo…, emailTaken. */
  create(
    email: string,
    name: string | undefined,
    password: string,
  ): Promise<Result<{ id: string; email: string; name: string }>>
  /** Ends all sessions. Problems: accountNotFound, passwordToo…. */
  setPassword(email: string, password: string): Promise<Result<void>>
  removeFactor(email: string): Result<void>
  /** What waits for the new one is the account's. Problems: accountNotFound, invalidEmail, emailTaken. */
  changeEmail(email: string, to: string): Result<void>
  /** Nobody is let in to a disabled account: its sessions end, and its projects and shares stay as they are. Problems: accountNotFound. */
  setDisabled(email: string, isDisabled: boolean): Result<void>
  list(): Listed[]
  /** Whether they may see the operator's page. Problems: accountNotFound. */
  setOperator(email: string, is: boolean): Result<void>
  /** Other bounds than those of the settings; 0: none, null: those of the settings again. What is left out stays. Problems: accountNotFound. */
  setQuota(email: string, bounds: { quota?: number | null; mostProjects?: number | null }): Result<void>
  data(email: string): Result<PersonData>
  /** The account and its projects are gone from the database; the files of these are returned, to be deleted when they are free. */
  remove(email: string): Result<{ uuid: string; path: string; isShared: boolean }[]>
}

export function openOperator(
  database: CloudDatabase,
  { region }: { region: string },
  {
    passwords = openPasswords(),
    tookUp,
  }: {
    passwords?: Passwords
    /** Hears which invitations have become shares of an account, by its proven email. */
    tookUp?: (account: string, share: { project: string; right: string }) => void
  } = {},
): Operator {
  const { transaction } = database
  const people = openAccountRows(database, Date.now, tookUp)
  const sessions = openSessions(database, () => {}, Date.now)
  const links = openLinks(database, Date.now)
  const find = (written: string): Result<AccountRow> => {
    const account = people.byEmail(cleanEmail(written))
    return account ? { ok: account } : problem({ kind: 'accountNotFound' })
  }
  const hashed = async (password: string, about: string[]): Promise<Result<string>> => {
    const wrong = await passwordProblem(password, about)
    return wrong ? problem(wrong) : passwords.hash(password, 'operator')
  }
  return {
    idOf: (written) => people.byEmail(cleanEmail(written))?.id ?? null,
    create: async (written, writtenName, password) => {
      const email = cleanEmail(written)
      if (!isEmail(email)) return problem({ kind: 'invalidEmail' })
      const name = cleanName(writtenName ?? email.split('@')[0] ?? '')
      if ('problem' in name) return name
      if (people.byEmail(email)) return problem({ kind: 'emailTaken' })
      const made = await hashed(password, [email, name.ok])
      if ('problem' in made) return made
      return transaction(() => {
        const account = people.insert({ email, name: name.ok, password: made.ok, region, language: 'en' })
        if ('problem' in account) return account
        people.proven(email)
        return { ok: { id: account.ok.id, email, name: name.ok } }
      })
    },
    setPassword: async (written, password) => {
      const account = find(written)
      if ('problem' in account) return account
      const { id, email, name } = account.ok
      const made = await hashed(password, [email, name])
      if ('problem' in made) return made
      transaction(() => {
        people.change(id, { password: made.ok, emailWaiting: null })
        forgetTranscriptionKey(database, id)
        sessions.endAll(id)
        links.drop(email)
        links.dropOf(id)
      })
      return { ok: undefined }
    },
    removeFactor: (written) => {
      const account = find(written)
      if ('problem' in account) return account
      openRecovery(database).drop(account.ok.id)
      return people.change(account.ok.id, withoutFactor)
    },
    changeEmail: (written, to) => {
      const account = find(written)
      if ('problem' in account) return account
      const email = cleanEmail(to)
      if (!isEmail(email)) return problem({ kind: 'invalidEmail' })
      return transaction(() => {
        const moved = people.change(account.ok.id, { email, emailWaiting: null })
        if ('problem' in moved) return moved
        links.drop(account.ok.email)
        links.dropOf(account.ok.id)
        people.proven(email)
        return { ok: undefined }
      })
    },
    setDisabled: (written, isDisabled) => {
      const account = find(written)
      if ('problem' in account) return account
      const { id, disabled } = account.ok
      transaction(() => {
        people.change(id, { disabled: isDisabled ? (disabled ?? Date.now()) : null })
        if (isDisabled) sessions.endAll(id)
      })
      return { ok: undefined }
    },
    list: () => listAccounts(database),
    setOperator: (written, is) => {
      const account = find(written)
      return 'problem' in account ? account : people.change(account.ok.id, { operator: is ? 1 : 0 })
    },
    setQuota: (written, bounds) => {
      const account = find(written)
      return 'problem' in account ? account : people.change(account.ok.id, bounds)
    },
    data: (written) => {
      const account = find(written)
      if ('problem' in account) return account
      return { ok: personDataOf(database, account.ok) }
    },
    remove: (written) => {
      const account = find(written)
      if ('problem' in account) return account
      const { id, email } = account.ok
      const gone = transaction(() => {
        links.drop(email)
        return people.remove(id)
      })
      database.erase()
      return { ok: gone }
    },
  }
}
