/**
 * Signing in with a provider (OpenID Connect). The browser leaves with a `state` that is bound to its cookie, comes back with the provider's code,
 * and its page finishes with a code of ours: each good once, for the browser that began. What is done to accounts is done at the end, as one.
 */
import type { SignedIn, SsoFinish, SsoFinished } from '../../../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../../../src/model/problems.ts'
import type { SsoProvider } from '../../../base/settings/sso.ts'
import type { Caller, SingleSignOn } from '../../../host.ts'
import { type AccountRow, cleanName } from '../accounts/accountRows.ts'
import type { Core } from '../accounts/accountsCore.ts'
import * as allowances from '../accounts/allowances.ts'
import type { BySecrets } from '../accounts/signIn.ts'
import { hashOfToken, newToken } from '../accounts/tokens.ts'
import { nameOfIssuer } from './identities.ts'
import { openOneTime } from './oneTime.ts'
import { type Checks, type Claimed, type LogoutWord, openProvider, reasonOf } from './provider.ts'
import { mayCreate, type Who, whoIs } from './who.ts'

/** How long somebody may take at the provider, and over the password of the account that they had before, in ms. */
const awayFor = 10 * 60_000
/** From coming back until the page finishes, in ms. */
const backFor = 30_000
/** On their way at once: those who came first are forgotten. */
const mostAway = 10_000

/** Somebody at the provider. `browser`: the hash of their cookie. */
interface Away extends Checks {
  provider: string
  browser: string
}
/** Somebody who has come back, and is not signed in yet. */
interface Back {
  provider: string
  browser: string
  claimed: Claimed
}

export interface SsoParts {
  core: Core
  bySecrets: BySecrets
  /** ms of a clock that nobody sets. */
  steady: () => number
}

export function openSso({ core, bySecrets, steady }: SsoParts): SingleSignOn {
  const { settings, people, sessions, identities, log, changed, transaction, trying, write, address, linkTo } = core
  const providers = new Map(
    (settings.sso ?? []).map((provider) => [
      provider.id,
      {
        ...provider,
        spoken: openProvider(provider, () => `${address()}/web/api/v2/auth/sso/${provider.id}/back`, steady),
      },
    ]),
  )
  const away = openOneTime<Away>(mostAway, steady)
  const back = openOneTime<Back>(mostAway, steady)
  const failed = problem({ kind: 'ssoFailed' })
  /** It says that nobody was signed in. */
  const failedPage = () => linkTo('/signed-in')

  const broken = (provider: string, error: unknown) =>
    log.error(new Error(`signing in with the provider ${provider} has failed: ${reasonOf(error)}`))
  const told = (account: AccountRow, about: 'signInLinked' | 'signInUnlinked', issuer: string) => {
    log.security(about, { account: account.id, issuer })
    const provider = nameOfIssuer(settings.sso, issuer)
    void write(account, { about, name: account.name, provider, address: address() })
  }

  /** Signs somebody in whose account this is, and keeps who they are for the provider. */
  const enter = (account: AccountRow, claimed: Claimed, provider: SsoProvider, caller: Caller): Result<SignedIn> => {
    const { issuer, subject, sid } = claimed
    const known = identities.find(issuer, subject)
    // Somebody else's meanwhile.
    if (known && known.account !== account.id) return failed
    const origin = { issuer, sid, life: provider.session ?? null }
    const signedIn = core.signedIn(account, caller, origin)
    if (isProblem(signedIn)) return signedIn
    if (!known) identities.add(issuer, subject, account.id)
    const may = identities.use(issuer, subject, mayCreate(claimed, provider))
    if (may !== null) people.change(account.id, { mayCreate: may ? 1 : 0 })
    return signedIn
  }

  /** The same for an account that was there without the provider. The email is theirs: both have said so. */
  const link = (who: Who & { email: string; account: AccountRow }, ...rest: [Claimed, SsoProvider, Caller]) => {
    const linked = enter(who.account, ...rest)
    if (isProblem(linked)) return linked
    people.proven(who.email)
    return linked
  }

  /** Who has set up an account with an email that nobody had proven does not come in any more. */
  const putOut = (account: AccountRow) => {
    sessions.endAll(account.id)
    core.links.drop(account.email)
    core.forgetStranger(account)
    people.change(account.id, { password: '' })
  }

  const vouched = (who: Who & { is: 'vouched' }, ...rest: [Claimed, SsoProvider, Caller]): Result<SignedIn> =>
    transaction(() => {
      if (who.account.disabled !== null) return problem({ kind: 'accountDisabled' })
      if (who.account.proven === 0) putOut(who.account)
      return link(who, ...rest)
    })

  const join = (email: string, claimed: Claimed, provider: SsoProvider, caller: Caller): Result<SignedIn> =>
    transaction(() => {
      const named = [claimed.name, email.split('@')[0] ?? ''].map(cleanName).find((name) => !isProblem(name))
      const account = people.insert({
        email,
        name: named && !isProblem(named) ? named.ok : email,
        password: '',
        region: settings.region,
        language: caller.language,
        owes: core.payment() ? 1 : 0,
      })
      if (isProblem(account)) return account
      log.security('accountMade', { account: account.ok.id, issuer: claimed.issuer })
      people.proven(email)
      return enter(account.ok, claimed, provider, caller)
    })

  const whose = (claimed: Claimed, provider: SsoProvider) =>
    whoIs(claimed, provider, {
      byIdentity: (issuer, subject) => {
        const found = identities.find(issuer, subject)
        return found && people.byId(found.account)
      },
      byEmail: people.byEmail,
      isInvited: people.isInvited,
    })

  /** `come`: what is put back where the password is asked for, or was wrong. */
  const decide = async (
    given: SsoFinish,
    come: Back,
    provider: SsoProvider,
    caller: Caller,
  ): Promise<Result<SsoFinished>> => {
    const { claimed } = come
    const found = whose(claimed, provider)
    if (isProblem(found)) return found
    const who = found.ok
    if (who.is === 'known') return transaction(() => enter(who.account, claimed, provider, caller))
    if (who.is === 'new') return join(who.email, claimed, provider, caller)
    if (who.is === 'vouched') return vouched(who, claimed, provider, caller)
    if (given.password === undefined) {
      back.put(given.code, come, awayFor)
      return ok({ asks: { email: who.email, provider: provider.name } })
    }
    const secrets = { email: who.email, password: given.password, ...(given.factor && { code: given.factor }) }
    const signedIn = await bySecrets.shown({ ...secrets, regional_service_map: true }, caller, (account) =>
      transaction(() => link({ ...who, account }, claimed, provider, caller)),
    )
    if (isProblem(signedIn)) back.put(given.code, come, awayFor)
    return signedIn
  }

  /** Tells everybody whom it concerns, once somebody is in. */
  const said = (result: Result<SsoFinished>, before: boolean, { issuer }: Claimed) => {
    if (isProblem(result)) return log.security('ssoRefused', { issuer, why: result.problem.kind })
    if (!('account' in result.ok)) return
    const account = people.byId(result.ok.account.id)
    if (!account) return
    changed({ people: people.around(account.id) })
    if (before) told(account, 'signInLinked', issuer)
  }

  /** Ends what the provider's word is about: one session of theirs, or all of a person. */
  const endFor = (issuer: string, { subject, sid }: LogoutWord) => {
    const known = subject === null ? undefined : identities.find(issuer, subject)
    const accounts = subject === null ? sessions.accountsIn(issuer, sid ?? '') : known ? [known.account] : []
    for (const account of accounts) {
      const ended = sessions.endIssued(issuer, { account, ...(sid !== null && { sid }) })
      log.security('loggedOutByProvider', { account, issuer, sessions: ended })
    }
  }

  return {
    told: [...providers.values()].map(({ id, name, only }) => ({ id, name, only })),

    begin: async (id, browser, caller) => {
      const provider = providers.get(id)
      const own = browser !== undefined && /^[\w-]{43}$/.test(browser) ? browser : newToken()
      if (!provider) return { address: failedPage(), browser: own }
      const checks = { state: newToken(), nonce: newToken(), verifier: newToken() }
      const keys = [[`sso ${caller.address}`, allowances.ssoBegun]] as const
      const begun = await trying<string>({ address: caller.address }, keys, async () => {
        try {
          return ok(await provider.spoken.address(checks))
        } catch (error) {
          broken(id, error)
          return failed
        }
      })
      if (isProblem(begun)) return { address: failedPage(), browser: own }
      away.put(checks.state, { ...checks, provider: id, browser: hashOfToken(own) }, awayFor)
      return { address: begun.ok, browser: own }
    },

    back: async (id, query, browser) => {
      const provider = providers.get(id)
      const left = away.take(new URLSearchParams(query).get('state') ?? '')
      // Of another browser, or for another provider: as if nobody had begun.
      if (!provider || left?.provider !== id || left.browser !== hashOfToken(browser ?? '')) return failedPage()
      try {
        const claimed = await provider.spoken.claims(query, left)
        if (claimed.subject === '') return failedPage()
        const code = newToken()
        back.put(code, { provider: id, browser: left.browser, claimed }, backFor)
        return linkTo(`/signed-in?code=${code}`)
      } catch (error) {
        broken(id, error)
        return failedPage()
      }
    },

    finish: async (given, browser, caller) => {
      const come = back.take(given.code)
      const provider = come && providers.get(come.provider)
      if (!come || !provider || come.browser !== hashOfToken(browser ?? '')) return failed
      const { issuer, subject } = come.claimed
      const isKnown = identities.find(issuer, subject) !== undefined
      const isThere = people.byEmail(come.claimed.email.trim().toLowerCase()) !== undefined
      const finished = await decide(given, come, provider, caller)
      said(finished, !isKnown && isThere, come.claimed)
      return finished
    },

    logout: (id, token, caller) => {
      const refused = problem({ kind: 'badRequest', detail: 'this is no logout token of the provider' })
      const provider = providers.get(id)
      if (!provider) return Promise.resolve(refused)
      const keys = [[`sso logout ${caller.address}`, allowances.ssoLogouts]] as const
      return trying<void>({ address: caller.address }, keys, async (giveBack) => {
        try {
          const word = await provider.spoken.loggedOut(token)
          if (!identities.hear(`${provider.issuer} ${word.id}`, word.until)) return refused
          giveBack()
          endFor(provider.issuer, word)
          return ok(undefined)
        } catch (error) {
          broken(id, error)
          return refused
        }
      })
    },

    unlink: async (person, id, password) => {
      const right = await core.confirmed(person, password)
      if (isProblem(right)) return right
      const account = right.ok
      const all = identities.of(account.id)
      const gone = all.find((identity) => identity.id === id)
      const others = all.filter((each) => each.id !== id && settings.sso?.some(({ issuer }) => issuer === each.issuer))
      if (!gone) return ok(core.dataOf(account, person))
      if (account.password === '' && others.length === 0) return problem({ kind: 'onlySignIn' })
      transaction(() => {
        identities.drop(id)
        sessions.endIssued(gone.issuer, { account: account.id, except: person.session })
        // Their own goes on: the provider neither ends it any more nor stands for a second factor.
        sessions.forgetIssuer(person, gone.issuer)
      })
      told(account, 'signInUnlinked', gone.issuer)
      return ok(core.dataOf(account, person))
    },
  }
}
