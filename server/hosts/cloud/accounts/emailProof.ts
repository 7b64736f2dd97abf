/**
 * Whether somebody reads what is mailed to an email: a one-time link goes there, and is followed in a session of its account. Nobody proves
 * another's account by opening a mail that they did not ask for.
 */
import type { UserData } from '../../../../src/model/contract/shapes.ts'
import { isProblem, problem, type Result } from '../../../../src/model/problems.ts'
import type { Person } from '../../../host.ts'
import type { AccountRow } from './accountRows.ts'
import type { Core } from './accountsCore.ts'
import * as allowances from './allowances.ts'
import { linkLife } from './links.ts'

export interface EmailProof {
  /** Another email for the account: waits for its link. Problems: emailTaken, emailByOperator (where no mail is sent), mailFailed, tooManyTries. */
  change(account: AccountRow, email: string): Promise<Result<void>>
  /** Of a new account: it is there whether or not the mail can be sent. */
  begin(account: AccountRow): void
  sendAgain(person: Person): Promise<Result<UserData>>
  confirm(person: Person, link: string): Result<UserData>
  cancel(person: Person): Result<UserData>
}

export function openEmailProof(core: Core): EmailProof {
  const { people, links, log, changed, transaction, trying, write, linkTo, sendsMail, dataOf } = core
  const notSignedIn = problem({ kind: 'notSignedIn' })
  const expired = problem({ kind: 'linkExpired' })

  const send = ({ id, name, language }: AccountRow, email: string): Promise<Result<void>> =>
    trying<void>(
      { account: id },
      [
        [`email of ${id}`, allowances.mails],
        [`email to ${email}`, allowances.mailsToOne],
      ],
      () => {
        const link = linkTo(`/account?email=${links.make('email', email, id)}`)
        const hours = linkLife.email / (60 * 60_000)
        return write({ email, language }, { about: 'confirmEmail', name, link, hours })
      },
    )
  const isUnconfirmed = (account: AccountRow) => sendsMail && account.proven === 0
  const data = (person: Person): Result<UserData> => {
    const account = people.byId(person.id)
    return account ? { ok: dataOf(account, person) } : notSignedIn
  }
  /** The email before hears of it. */
  const tell = (before: AccountRow, email: string) => {
    log.security('emailChanged', { account: before.id })
    void write(before, { about: 'emailChanged', name: before.name, email })
  }
  const stopWaiting = (id: string) =>
    transaction(() => {
      links.dropOf(id)
      people.change(id, { emailWaiting: null })
    })

  return {
    change: async (account, email) => {
      if (people.byEmail(email)) return problem({ kind: 'emailTaken' })
      // Nobody can show here that an email is theirs, and what is shared with it would be theirs too.
      if (!sendsMail) return problem({ kind: 'emailByOperator' })
      stopWaiting(account.id)
      people.change(account.id, { emailWaiting: email })
      const sent = await send(account, email)
      if (isProblem(sent) && people.byId(account.id)?.emailWaiting === email) stopWaiting(account.id)
      return sent
    },
    begin: (account) => {
      if (isUnconfirmed(account)) send(account, account.email).catch(log.error)
    },
    sendAgain: async (person) => {
      const account = people.byId(person.id)
      if (!account) return notSignedIn
      const email = account.emailWaiting ?? (isUnconfirmed(account) ? account.email : null)
      const sent = email === null ? { ok: undefined } : await send(account, email)
      return isProblem(sent) ? sent : data(person)
    },
    confirm: (person, link) => {
      const account = people.byId(person.id)
      if (!account) return notSignedIn
      const done = transaction((): Result<void> => {
        const email = links.takeOf(account.id, 'email', link)
        if (email === null || (email !== account.emailWaiting && email !== account.email)) return expired
        if (email === account.emailWaiting) {
          people.change(account.id, { emailWaiting: null })
          const moved = people.change(account.id, { email })
          if (isProblem(moved)) return moved
          links.drop(account.email)
          links.dropOf(account.id)
        }
        people.proven(email)
        return { ok: undefined }
      })
      if (isProblem(done)) return done
      const now = people.byId(account.id)
      if (now && now.email !== account.email) tell(account, now.email)
      changed({ people: people.around(account.id) })
      return data(person)
    },
    cancel: (person) => {
      if (people.byId(person.id)?.emailWaiting) stopWaiting(person.id)
      return data(person)
    },
  }
}
