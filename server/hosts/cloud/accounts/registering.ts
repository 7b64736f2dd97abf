/** New accounts: open to all, or by the link of an invitation, which proves the email it was sent to. */
import type { SignedIn } from '../../../../src/model/contract/shapes.ts'
import { isProblem, problem, type Result } from '../../../../src/model/problems.ts'
import { cleanEmail, isEmail } from '../../../../src/model/rules/projects/email.ts'
import type { Accounts } from '../../../host.ts'
import { type AccountRow, cleanName } from './accountRows.ts'
import type { Core } from './accountsCore.ts'
import * as allowances from './allowances.ts'
import type { EmailProof } from './emailProof.ts'
import { linkLife } from './links.ts'
import { newToken } from './tokens.ts'

export function openRegistering(
  core: Core,
  proof: EmailProof,
): Pick<Accounts, 'register' | 'invitation' | 'acceptInvitation' | 'invite' | 'tell'> {
  const { settings, people, links, changed, transaction, trying, hashed, signedIn, write, linkTo, payment } = core
  return {
    register: ({ name: writtenName, email: written, password, link }, caller) =>
      trying<SignedIn>(
        { address: caller.address },
        [[`register ${caller.address}`, allowances.registrations]],
        async () => {
          const email = cleanEmail(written)
          const expired = problem({ kind: 'linkExpired' })
          const isClosed = core.isOnlyBySso || (link === undefined && settings.registration !== 'open')
          if (isClosed) return problem({ kind: 'registrationClosed' })
          if (link !== undefined && links.look('invitation', link) !== email) return expired
          if (!isEmail(email)) return problem({ kind: 'invalidEmail' })
          const name = cleanName(writtenName)
          if (isProblem(name)) return name
          // That account may be somebody else's who has taken the email: the link proves only who signs in to it, or sets its password by mail.
          if (people.byEmail(email)) return problem({ kind: 'emailTaken' })
          const made = await hashed(password, [email, name.ok], caller.address)
          if (isProblem(made)) return made
          // Where the session cannot be kept, there is no account either: whoever tries again finds the email free.
          const inserted = transaction((): Result<{ account: AccountRow; session: SignedIn }> => {
            if (link !== undefined && links.take('invitation', link) === null) return expired
            const { language } = caller
            const account = people.insert({
              email,
              name: name.ok,
              password: made.ok,
              region: settings.region,
              language,
              owes: payment() ? 1 : 0,
            })
            if (isProblem(account)) return account
            if (link !== undefined) people.proven(email)
            const session = signedIn(account.ok, caller)
            return isProblem(session) ? session : { ok: { account: account.ok, session: session.ok } }
          })
          if (isProblem(inserted)) return inserted
          const { account, session } = inserted.ok
          changed({ people: people.around(account.id) })
          if (link === undefined) proof.begin(account)
          return { ok: session }
        },
      ),

    invitation: (link) => {
      const email = links.look('invitation', link)
      return email === null ? problem({ kind: 'linkExpired' }) : { ok: { email } }
    },

    acceptInvitation: (person, link) => {
      const account = people.byId(person.id)
      if (!account) return problem({ kind: 'notSignedIn' })
      const isTheirs = links.look('invitation', link) === account.email && links.take('invitation', link) !== null
      if (!isTheirs) return problem({ kind: 'linkExpired' })
      if (people.proven(account.email)) changed({ people: people.around(account.id) })
      return { ok: undefined }
    },

    invite: (written, by, { project, right }, give = () => ({ ok: undefined })) => {
      const email = cleanEmail(written)
      if (!isEmail(email)) return Promise.resolve(problem({ kind: 'invalidEmail' }))
      return trying<void>({ account: by.id }, [[`invite ${by.id}`, allowances.invitations]], async () => {
        const host = people.byId(by.id)
        if (!host) return problem({ kind: 'notSignedIn' })
        const token = newToken()
        const link = linkTo(`/?invitation=${token}`)
        const days = linkLife.invitation / (24 * 60 * 60_000)
        const mail = { about: 'invitation', by: host.name, project, right, link, days } as const
        const sent = await write({ email, language: host.language }, mail)
        if (isProblem(sent)) return sent
        return transaction(() => {
          const given = give()
          if (!isProblem(given)) links.make('invitation', email, undefined, token)
          return given
        })
      })
    },

    tell: (id, by, { project, uuid, right }) => {
      // The share is given in any case: somebody who shares much only mails no more.
      void trying<void>({ account: by.id }, [[`invite ${by.id}`, allowances.invitations]], async () => {
        const [account, host] = [people.byId(id), people.byId(by.id)]
        if (!account || !host) return problem({ kind: 'accountNotFound' })
        const told = { by: host.name, project, link: linkTo(`/projects/${uuid}`) }
        return write(account, right === 'own' ? { about: 'handedOver', ...told } : { about: 'shared', ...told, right })
      })
    },
  }
}
