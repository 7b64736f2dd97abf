/** A password that was forgotten is set anew by whoever reads the account's mail. */
import { isProblem, problem } from '../../../../src/model/problems.ts'
import { cleanEmail, isEmail } from '../../../../src/model/rules/projects/email.ts'
import type { Accounts } from '../../../host.ts'
import { type Core, triedBy } from './accountsCore.ts'
import * as allowances from './allowances.ts'
import { linkLife } from './links.ts'

/** ms: the answer is out by then, and the time that it took says nothing. */
const afterAnswer = 50

export function openReset(core: Core): Pick<Accounts, 'askReset' | 'resetLink' | 'reset' | 'close'> {
  const {
    people,
    sessions,
    links,
    log,
    transaction,
    trying,
    triesAt,
    triesFrom,
    hashed,
    passwordChanged,
    write,
    linkTo,
    forgetTranscriptionKey,
    forgetStranger,
    mayHavePassword,
  } = core
  const waiting = new Set<NodeJS.Timeout>()
  return {
    askReset: (written, caller) => {
      const email = cleanEmail(written)
      if (!isEmail(email)) return Promise.resolve(problem({ kind: 'invalidEmail' }))
      const asked = people.byEmail(email)
      const keys = [
        ...triesAt('reset', email, asked, caller, allowances.mails, allowances.mailsToOne),
        ...triesFrom('reset', asked, caller, allowances.mailsOfAddress),
      ]
      return trying<void>(triedBy(asked, caller), keys, () => {
        const timer = setTimeout(() => {
          waiting.delete(timer)
          try {
            const account = people.byEmail(email)
            if (!account || !mayHavePassword(account)) return
            const link = linkTo(`/reset?link=${links.make('reset', email)}`)
            const occasion = { about: 'reset', name: account.name, link, minutes: linkLife.reset / 60_000 } as const
            void write({ email, language: caller.language }, occasion)
          } catch (error) {
            log.error(error)
          }
        }, afterAnswer)
        waiting.add(timer)
        return { ok: undefined }
      })
    },

    resetLink: (link) => {
      const email = links.look('reset', link)
      return email !== null && people.byEmail(email) ? { ok: undefined } : problem({ kind: 'linkExpired' })
    },

    reset: (link, password, caller) =>
      trying<void>({ address: caller.address }, [[`link ${caller.address}`, allowances.links]], async (giveBack) => {
        const expired = problem({ kind: 'linkExpired' })
        const email = links.look('reset', link)
        const account = email === null ? undefined : people.byEmail(email)
        if (!account) return expired
        giveBack()
        const made = await hashed(password, [account.email, account.name], caller.address)
        if (isProblem(made)) return made
        const isDone = transaction(() => {
          if (links.take('reset', link) !== account.email || !people.byId(account.id)) return false
          people.change(account.id, { password: made.ok })
          forgetTranscriptionKey(account.id)
          if (account.proven === 0) {
            // Who made it never had the mail: what they have set up must not keep out who has.
            forgetStranger(account)
          }
          people.proven(account.email)
          // Whoever has the mail gets in, whatever others try meanwhile.
          people.remember(account.id, caller.address)
          return true
        })
        if (!isDone) return expired
        sessions.endAll(account.id)
        passwordChanged(account)
        return { ok: undefined }
      }),

    close: () => {
      for (const timer of waiting) clearTimeout(timer)
    },
  }
}
