/**
 * One provider of sign-ins, spoken to by OpenID Connect: the authorization code flow with PKCE, state and nonce. The packages are loaded by the
 * first who signs in.
 *
 * Promises: nobody is anybody unless the provider's own keys have signed it, for this server, for this one sign-in. The provider's tokens are not
 * kept.
 */
import type { JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'openid-client'
import { isSecure } from '../../../base/settings/secureAddress.ts'
import { plainIssuer, type SsoProvider } from '../../../base/settings/sso.ts'

/** What a provider says of somebody, as far as it is asked. */
export interface Claimed {
  issuer: string
  subject: string
  /** What the provider calls its own session; null: nothing. */
  sid: string | null
  /** As it was written; empty: none. */
  email: string
  emailVerified: boolean
  /** Empty: none. */
  name: string
  groups: readonly string[]
}

/** What binds an answer to its question. */
export interface Checks {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
}

/** The provider's word that somebody has left; times in ms since 1970. */
export interface LogoutWord {
  subject: string | null
  sid: string | null
  id: string
  /** It would not be taken later. */
  until: number
}

export interface Provider {
  /** Where a browser is sent. Throws where the provider cannot be asked. */
  address(checks: Checks): Promise<string>
  /** Who has come back, with the query that the provider has given the browser. Throws where it is not as it must be. */
  claims(query: string, checks: Checks): Promise<Claimed>
  /** What a logout token says. Throws where it is none for this server. */
  loggedOut(token: string): Promise<LogoutWord>
}

/** How long what a provider says of itself is kept, in ms. */
const discoveredFor = 60 * 60_000
/** Seconds. */
const patience = 10
const clockTolerance = 30
/** How old the word may be that somebody has left, in seconds. */
const logoutLife = 300
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Signed by a key that the provider alone has. */
const signedBy = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Of one person. */
const mostGroups = 1000

interface Discovered {
  config: Configuration
  keys: JWTVerifyGetKey
  at: number
}

/** `redirectUri`: where the provider sends browsers back to; asked when it is needed. `steady`: ms of a clock that nobody sets. */
export function openProvider(settings: SsoProvider, redirectUri: () => string, steady: () => number): Provider {
  let known: Promise<Discovered> | undefined
  const discovered = async (): Promise<Discovered> => {
    const before = await known?.catch(() => undefined)
    if (before && steady() - before.at < discoveredFor) return before
    known = discover(settings, steady())
    return known
  }
  return {
    address: async ({ state, nonce, verifier }) => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      const { config } = await discovered()
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: settings.scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href
    },

    claims: async (query, { state, nonce, verifier }) => {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
      const { config } = await discovered()
      const here = new URL(redirectUri())
      here.search = query
      const tokens = await authorizationCodeGrant(config, here, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const signed = tokens.claims()
      if (!signed) throw new Error('the provider has sent no ID token')
      const more = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, signed.sub)
        : {}
      return claimedBy(settings, { ...more, ...signed })
    },

    loggedOut: async (token) => {
      const { jwtVerify } = await import('jose')
      const { config, keys } = await discovered()
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer: config.serverMetadata().issuer,
        audience: settings.clientId,
        algorithms: signedBy,
        maxTokenAge: logoutLife,
        clockTolerance,
        requiredClaims: ['jti', 'iat', 'events'],
      })
      return logoutIn(payload, protectedHeader.typ)
    },
  }
}

async function discover(settings: SsoProvider, at: number): Promise<Discovered> {
  const oidc = await import('openid-client')
  const { createRemoteJWKSet } = await import('jose')
  const isWithin = settings.issuer.startsWith('http:')
  // By whichever way the provider takes the secret: in the head, as is usual, or in the body.
  const authentication: ReturnType<typeof oidc.ClientSecretBasic> = (server, client, body, headers) => {
    const takes = server.token_endpoint_auth_methods_supported
    const isInBody = takes !== undefined && !takes.includes('client_secret_basic')
    const authenticate = isInBody ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    return authenticate(settings.secret)(server, client, body, headers)
  }
  const config = await oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [oidc.clockTolerance]: clockTolerance },
    authentication,
    {
      timeout: patience,
      // That the token came by TLS would be enough for the standard; keys that only the provider has say it of a proxy's mistake too.
      execute: [oidc.enableNonRepudiationChecks, ...(isWithin ? [oidc.allowInsecureRequests] : [])],
    },
  )
  const { issuer, jwks_uri: keysAt = '' } = config.serverMetadata()
  if (plainIssuer(issuer) !== settings.issuer) throw new Error('the provider calls itself otherwise than the settings')
  if (!URL.canParse(keysAt) || !isSecure(keysAt))
    throw new Error('the provider does not say by https where its keys are')
  return { config, keys: createRemoteJWKSet(new URL(keysAt), { timeoutDuration: patience * 1000 }), at }
}

function claimedBy({ issuer, groups }: SsoProvider, claims: Record<string, unknown>): Claimed {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const { sub, sid, email, email_verified, name, given_name, family_name } = claims
  const said = claims[groups]
  const list = Array.isArray(said) ? said.slice(0, mostGroups) : [said]
  return {
    issuer,
    subject: text(sub),
    sid: text(sid) || null,
    email: text(email),
    emailVerified: email_verified === true,
    name: text(name).trim() || `${text(given_name)} ${text(family_name)}`.trim(),
    groups: list.filter((group): group is string => typeof group === 'string'),
  }
}

/** Back-Channel Logout 1.0, section 2.6: what sets it apart from an ID token. */
function logoutIn(payload: Record<string, unknown>, type: string | undefined): LogoutWord {
  const { sub, sid, jti, iat, events } = payload
  const event = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[logoutEvent] : null
  const isTyped = type === undefined || ['logout+jwt', 'jwt'].includes(type.toLowerCase())
  const [subject, session] = [sub, sid].map((each) => (typeof each === 'string' && each !== '' ? each : null))
  if (!isTyped || typeof event !== 'object' || event === null || 'nonce' in payload || typeof jti !== 'string')
    throw new Error('this is no logout token')
  if (!subject && !session) throw new Error('the logout token does not say who has left')
  const until = (Number(iat) + logoutLife + 2 * clockTolerance) * 1000
  return { subject: subject ?? null, sid: session ?? null, id: jti, until }
}

/** Why it went wrong, for the log: codes and the words of the packages, which name nobody. What a provider or a browser wrote is left out. */
export function reasonOf(error: unknown): string {
  const parts: string[] = []
  let at: unknown = error
  for (let depth = 0; depth < 4 && at instanceof Error; depth += 1) {
    const { code, error: said } = at as { code?: unknown; error?: unknown }
    const word = (text: unknown) => (typeof text === 'string' && /^[\w-]{1,80}$/.test(text) ? text : '')
    parts.push(...[word(code), word(said), at.message.slice(0, 200)].filter(Boolean))
    at = at.cause
  }
  return [...new Set(parts)].join(', ') || 'no reason given'
}
