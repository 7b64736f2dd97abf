import { problem } from '../../../../src/model/problems.ts'
import { cleanEmail } from '../../../../src/model/rules/projects/email.ts'
import type { Accounts } from '../../../host.ts'
import { mayGo } from '../projects/leaving.ts'
import { watchOthers } from '../projects/watchOthers.ts'
import { openSso } from '../sso/sso.ts'
import type { AccountRow } from './accountRows.ts'
import { type AccountsParts, openCore } from './accountsCore.ts'
import { openEmailProof } from './emailProof.ts'
import { openOwnAccount } from './ownAccount.ts'
import { personDataOf } from './personData.ts'
import { openRegistering } from './registering.ts'
import { openReset } from './resetByMail.ts'
import type { Sessions } from './sessions.ts'
import { openSignIn } from './signIn.ts'

const sweepEvery = 10 * 60_000

export function openAccounts(parts: AccountsParts): Accounts & Pick<Sessions, 'used'> {
  const core = openCore(parts)
  const { people, sessions, links, log } = core
  const { changed, mail } = parts
  const stopWatching = watchOthers(parts.database, () => changed({}))
  const sweep = () => {
    if (parts.database.mayWrite?.() === false) return
    for (const each of [sessions, links, people, core.identities]) each.sweep()
    parts.database.forget()
  }
  sweep()
  const sweeping = setInterval(sweep, sweepEvery)
  sweeping.unref()
  const reset = openReset(core)
  const proof = openEmailProof(core)
  const bySecrets = openSignIn(core)
  return {
    authenticate: sessions.authenticate,
    stands: sessions.stands,
    used: sessions.used,
    signIn: bySecrets.signIn,
    sso: openSso({ core, bySecrets, steady: parts.steady ?? (() => performance.now()) }),
    mayCreate: (account) => people.byId(account)?.mayCreate === 1,
    refresh: (tokens) =>
      people.isGone(tokens.refresh_token)
        ? problem({ kind: 'accountDeleted' })
        : sessions.refresh(tokens, (account) => log.security('refreshTokenReused', { account })),
    signOut: sessions.end,
    ...reset,
    ...openRegistering(core, proof),
    ...openOwnAccount(core, proof),
    sendEmailLink: proof.sendAgain,
    confirmEmail: proof.confirm,
    cancelEmail: proof.cancel,
    emailOf: (id) => people.byId(id)?.email ?? null,
    ownData: async ({ id }) => ({
      ...personDataOf(parts.database, people.byId(id) as AccountRow),
      audit: (await parts.audit?.newest({ account: id })) ?? [],
    }),
    nameOf: (id) => people.byId(id)?.name ?? null,
    accountOf: (written) => {
      const found = people.byEmail(cleanEmail(written))
      if (!found) return null
      const { id, name, email } = found
      return { id, name, email, proven: !parts.settings.provesEmails || found.proven === 1 }
    },
    owesFactor: (person) => core.demandsFactor(person) && people.byId(person.id)?.factor === null,
    mayGo: (id) => mayGo(parts.database, id),
    remove: (id) => {
      const account = people.byId(id)
      if (!account) return problem({ kind: 'accountNotFound' })
      const told = people.around(id)
      const gone = parts.database.transaction(() => {
        links.drop(account.email)
        return people.remove(id)
      })
      parts.database.erase()
      changed({ people: told })
      log.security('accountDeleted', { account: id })
      return { ok: gone }
    },
    isEmpty: people.isEmpty,
    close: () => {
      clearInterval(sweeping)
      stopWatching()
      core.close()
      reset.close()
      mail.close()
    },
  }
}
