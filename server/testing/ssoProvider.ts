/** A real provider of sign-ins (OpenID Connect, by `oidc-provider`) on this machine: its form takes any password, and who has logged in there is asked nothing more. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import type { SsoProvider } from '../base/settings/sso.ts'

const clientId = 'thicket'
const secret = 'the secret of the client, which is long enough'

export interface RealProvider {
  /** For the settings of a server. */
  settings(more?: Partial<SsoProvider>): SsoProvider
  /** By login, what the provider says of its people. */
  readonly people: Map<string, Record<string, unknown>>
  /** The server of many people that it sends people back to, and tells that they have left; before anybody comes. */
  serves(base: string): Promise<void>
  close(): Promise<void>
}

/** By another name of this machine than the servers of tests have, so that browsers take it for another site. */
export async function openRealProvider(): Promise<RealProvider> {
  let answer: ReturnType<Provider['callback']> | undefined
  const server = await listening(createServer((request, response) => void answer?.(request, response)))
  const issuer = `http://localhost:${portOf(server)}`
  const people: RealProvider['people'] = new Map()
  const settings = (more: Partial<SsoProvider> = {}): SsoProvider => ({
    id: 'uni',
    name: 'University',
    issuer,
    clientId,
    secret,
    scope: 'openid email profile groups',
    emailsOf: [],
    groups: 'groups',
    joins: 'anyone',
    only: false,
    ...more,
  })
  return {
    settings,
    people,
    serves: async (base) => {
      const at = `${base}/web/api/v2/auth/sso/${settings().id}`
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: secret,
            redirect_uris: [`${at}/back`],
            backchannel_logout_uri: `${at}/logout`,
            backchannel_logout_session_required: true,
          },
        ],
        jwks: { keys: [await privateKey()] },
        cookies: { keys: ['of the tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
        features: { backchannelLogout: { enabled: true } },
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        // By its own way it tells nobody on this machine.
        fetch: (address, { dispatcher: _, ...how }: RequestInit & { dispatcher?: unknown } = {}) => fetch(address, how),
        findAccount: (_, login) => ({ accountId: login, claims: () => ({ sub: login, ...people.get(login) }) }),
        loadExistingGrant: async ({ oidc }) => {
          const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' })
          grant.addOIDCScope('openid email profile groups')
          await grant.save()
          return grant
        },
      })
      answer = provider.callback()
    },
    close: () => closed(server),
  }
}

/** What an ID token or a logout token of the hostile provider says, and how it is signed. */
export interface Told {
  claims: Record<string, unknown>
  /** `RS256` by its own key, `HS256` by the client's secret, `none`, or `foreign`: RS256 by a key that it does not publish. */
  by: 'RS256' | 'HS256' | 'none' | 'foreign'
  type?: string
}

export interface HostileProvider {
  readonly issuer: string
  settings(more?: Partial<SsoProvider>): SsoProvider
  /** What the next ID token says. */
  next: Told
  /** The token that says so. */
  token(told: Told): Promise<string>
  /** How often it was asked for a token. */
  readonly asked: number
  close(): Promise<void>
}

/** One that says whatever it is told to, and declares that it signs by anything. */
export async function openHostileProvider(id: string): Promise<HostileProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const published = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const { CompactSign } = await import('jose')
  let asked = 0
  const server = await listening(
    createServer((request, response) => {
      const send = (body: unknown) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(body))
      }
      if (request.url === '/keys') return send({ keys: [published] })
      if (request.url !== '/token') return send(metadata)
      asked += 1
      return void hostile
        .token(hostile.next)
        .then((id_token) => send({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token }))
    }),
  )
  const issuer = `http://localhost:${portOf(server)}`
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  }
  const hostile: HostileProvider = {
    issuer,
    settings: (more = {}) => ({
      id,
      name: `Provider ${id}`,
      issuer,
      clientId,
      secret,
      scope: 'openid email profile',
      emailsOf: [],
      groups: 'groups',
      joins: 'anyone',
      only: false,
      ...more,
    }),
    next: { claims: {}, by: 'RS256' },
    token: async ({ claims, by, type }) => {
      const payload = Buffer.from(JSON.stringify(claims))
      const typ = type === undefined ? {} : { typ: type }
      if (by === 'none') {
        const head = Buffer.from(JSON.stringify({ alg: 'none', ...typ })).toString('base64url')
        return `${head}.${payload.toString('base64url')}.`
      }
      const alg = by === 'HS256' ? 'HS256' : 'RS256'
      const key = by === 'HS256' ? Buffer.from(secret) : (by === 'foreign' ? foreign : own).privateKey
      return new CompactSign(payload).setProtectedHeader({ alg, kid: 'own', ...typ }).sign(key)
    },
    get asked() {
      return asked
    },
    close: () => closed(server),
  }
  return hostile
}

/** The way to a hostile provider and back, as far as the page's code, with an ID token that tells these claims; `cookie`: by which the browser is known. */
export async function cameBack(
  provider: HostileProvider,
  base: string,
  claims: Record<string, unknown>,
): Promise<{ code: string; cookie: string }> {
  const at = `${base}/web/api/v2/auth/sso/${provider.settings().id}`
  const begun = await fetch(`${at}/begin`, { redirect: 'manual' })
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const asked = new URL(begun.headers.get('location') ?? '').searchParams
  const now = Math.floor(Date.now() / 1000)
  const token = { iss: provider.issuer, aud: clientId, nonce: asked.get('nonce'), iat: now, exp: now + 60 }
  provider.next = { claims: { ...token, ...claims }, by: 'RS256' }
  const query = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: provider.issuer })
  const back = await fetch(`${at}/back?${query}`, { redirect: 'manual', headers: { cookie } })
  return { code: /code=([\w-]+)/.exec(back.headers.get('location') ?? '')?.[1] ?? '', cookie }
}

async function privateKey() {
  const { privateKey: key } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(key)), alg: 'RS256', use: 'sig' }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** On every address of this machine that `localhost` may mean. */
const listening = (server: Server): Promise<Server> =>
  new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve(server))
  })

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}
