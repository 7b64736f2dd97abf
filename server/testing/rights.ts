/**
 * Who may do what, over every route and every operation of the wire that there is: a new one without a rule here fails the tests
 * (`../security/rights.test.ts`, `../security/wireRights.test.ts`), and so does one whose answer is another than its rule.
 */

import { everyCall } from '../../src/model/contract/calls.ts'
import type { Table } from '../../src/model/schema.ts'

export type Role = 'anonymous' | 'stranger' | 'removed' | 'deleted' | 'reader' | 'writer' | 'owner'
export const roles: readonly Role[] = ['anonymous', 'stranger', 'removed', 'deleted', 'reader', 'writer', 'owner']

/** `person`: anybody with an account. `read`, `write`, `own`: by the right in the project that the path or the body names. */
export type Rule = 'anybody' | 'person' | 'read' | 'write' | 'own'

export const may: Readonly<Record<Rule, readonly Role[]>> = {
  anybody: roles,
  person: ['stranger', 'removed', 'reader', 'writer', 'owner'],
  read: ['reader', 'writer', 'owner'],
  write: ['writer', 'owner'],
  own: ['owner'],
}

export interface Call {
  rule: Rule
  body?: (own: CallSubject) => unknown
  query?: (own: CallSubject) => string
  /** What the path names besides the project. */
  path?: Readonly<Record<string, string>>
  /** The call ends something, or takes long: tried with rights on a project of its own. */
  ends?: true
  /** What an allowed call answers, where it is not 200. */
  allowed?: readonly number[]
}

/** Whose call it is, and which project it is about. */
export interface CallSubject {
  uuid: string
  email: string
  password: string
  /** Different at each use. */
  fresh: string
}

const named = ({ fresh }: CallSubject) => ({ name: `Made ${fresh}` })
const byPassword = ({ password }: CallSubject) => ({ password })
const wrongTokens = () => ({ access_token: 'x', refresh_token: 'x' })
const at = '/v1/thicket/projects/{uuid}'
const api = '/web/api'

export const calls: Readonly<Record<string, Call>> = {
  'GET /healthz': { rule: 'anybody' },
  'GET /readyz': { rule: 'anybody' },
  'GET /metrics': { rule: 'anybody' },
  'GET /': { rule: 'anybody', allowed: [302] },
  'GET /web': { rule: 'anybody', allowed: [302] },
  'GET /activation': { rule: 'anybody', allowed: [302] },
  'GET /projects': { rule: 'anybody', allowed: [302] },
  'GET /projects/{path}': { rule: 'anybody', path: { path: 'create' }, allowed: [302] },
  'GET /reset': { rule: 'anybody', allowed: [302] },
  'GET /buy/cloud': { rule: 'anybody', allowed: [302] },
  'GET /buy/offline': { rule: 'anybody', allowed: [302] },
  'GET /web/': { rule: 'anybody' },
  // The page of the tests is only just one.
  'GET /web/report': { rule: 'anybody', allowed: [503] },
  'GET /web/help': { rule: 'anybody', allowed: [503] },
  'GET /web/offline.js': { rule: 'anybody', allowed: [200, 404] },
  'GET /web/assets/{path}': { rule: 'anybody', path: { path: 'abc/main.js' } },
  'GET /web/source.zip': { rule: 'anybody' },
  'GET /v1/thicket': { rule: 'anybody', allowed: [401] },
  [`POST ${api}/v2/auth/login`]: {
    rule: 'anybody',
    body: () => ({ email: 'nobody@example.org', password: 'long enough', regional_service_map: true }),
    allowed: [401, 429],
  },
  [`GET ${api}/v2/auth/sso/{id}/begin`]: { rule: 'anybody', path: { id: 'none' }, allowed: [302] },
  [`GET ${api}/v2/auth/sso/{id}/back`]: { rule: 'anybody', path: { id: 'none' }, allowed: [302] },
  [`POST ${api}/v2/auth/sso/finish`]: { rule: 'anybody', body: () => ({ code: 'none' }), allowed: [400] },
  [`POST ${api}/v2/auth/sso/{id}/logout`]: { rule: 'anybody', path: { id: 'none' }, allowed: [400] },
  [`POST ${api}/v2/auth/refresh`]: { rule: 'anybody', body: wrongTokens, allowed: [401] },
  [`POST ${api}/v2/auth/logout`]: { rule: 'person', body: wrongTokens },
  [`POST ${api}/v2/auth/reset`]: {
    rule: 'anybody',
    body: () => ({ email: 'nobody@example.org' }),
    allowed: [200, 429],
  },
  [`POST ${api}/v2/auth/reset/password`]: {
    rule: 'anybody',
    body: () => ({ link: 'x', password: 'a long one indeed' }),
    allowed: [400, 429],
  },
  [`POST ${api}/v2/register/checkout`]: {
    rule: 'anybody',
    body: () => ({ name: '', email: 'x', password: '' }),
    allowed: [400, 429],
  },
  [`POST ${api}/v2/auth/reset/link`]: { rule: 'anybody', body: () => ({ link: 'x' }), allowed: [400] },
  [`POST ${api}/v2/register/invitation`]: { rule: 'anybody', body: () => ({ link: 'x' }), allowed: [400] },
  // This server takes no payments, whoever asks.
  [`GET ${api}/v2/register/price`]: { rule: 'anybody', allowed: [404] },
  [`POST ${api}/v2/payment/events`]: { rule: 'anybody', allowed: [404] },
  [`POST ${api}/user/subscription/cloud`]: { rule: 'anybody', allowed: [404] },
  [`POST ${api}/user/subscription/check`]: { rule: 'anybody', allowed: [404] },
  [`GET ${api}/user/subscription/transcription/price`]: { rule: 'anybody', allowed: [404] },
  [`POST ${api}/user/subscription/transcription`]: { rule: 'anybody', allowed: [404] },
  [`POST ${api}/user/subscription/portal`]: { rule: 'anybody', allowed: [404] },

  [`POST ${api}/v2/activation`]: {
    rule: 'anybody',
    body: () => ({ key: 'none', type: 'activation' }),
    allowed: [400],
  },

  [`GET ${api}/user/data`]: { rule: 'person' },
  [`PUT ${api}/user/account`]: { rule: 'person', body: () => ({}) },
  [`POST ${api}/user/email`]: { rule: 'person', body: () => ({ link: 'x' }), allowed: [400] },
  [`POST ${api}/user/email/send`]: { rule: 'person' },
  [`DELETE ${api}/user/email`]: { rule: 'person' },
  [`POST ${api}/user/change`]: {
    rule: 'person',
    body: ({ password }) => ({ oldPwd: password, newPwd: password }),
  },
  [`PUT ${api}/user/transcriptionKey`]: {
    rule: 'person',
    body: () => ({ key: '{}', password: 'not this one' }),
    allowed: [403],
  },
  [`DELETE ${api}/user/delete`]: { rule: 'person', body: () => ({ password: 'not this one' }), allowed: [403] },
  // None of these people runs the server.
  [`GET ${api}/operator/accounts`]: { rule: 'person', allowed: [403] },
  [`GET ${api}/operator/projects`]: { rule: 'person', allowed: [403] },
  [`GET ${api}/operator/server`]: { rule: 'person', allowed: [403] },
  [`GET ${api}/user/export`]: { rule: 'person' },
  [`DELETE ${api}/user/signins/{id}`]: { rule: 'person', path: { id: 'none' }, body: byPassword },
  [`GET ${api}/user/sessions`]: { rule: 'person' },
  [`DELETE ${api}/user/sessions/{id}`]: { rule: 'person', path: { id: 'none' } },
  [`POST ${api}/user/invitation`]: { rule: 'person', body: () => ({ link: 'x' }), allowed: [400] },
  [`POST ${api}/user/factor`]: { rule: 'person', body: byPassword },
  [`PUT ${api}/user/factor`]: { rule: 'person', body: () => ({ code: 'none' }), allowed: [401, 403] },
  [`POST ${api}/user/factor/codes`]: { rule: 'person', body: byPassword, allowed: [400] },
  [`DELETE ${api}/user/factor`]: { rule: 'person', body: byPassword },

  [`GET ${api}/v2/projects`]: { rule: 'person' },
  [`GET ${api}/v2/projects/share`]: { rule: 'person' },
  [`POST ${api}/v2/projects`]: { rule: 'person', body: named },
  [`POST ${api}/v2/projects/json`]: { rule: 'person', body: (own) => ({ ...named(own), project_json: {} }) },
  [`POST ${api}/v2/projects/file`]: {
    rule: 'person',
    body: () => {
      const form = new FormData()
      form.append('qrkFile', new Blob(['no project']), 'a.qrk')
      return form
    },
    allowed: [400],
  },
  [`POST ${api}/v2/projects/saveas`]: {
    rule: 'read',
    body: (own) => ({ ...named(own), orig_project_uuid: own.uuid }),
  },
  [`DELETE ${api}/v2/projects/{uuid}`]: { rule: 'own', ends: true },
  [`GET ${api}/v2/projects/{uuid}/{form}`]: { rule: 'read', path: { form: 'json' } },
  [`GET ${api}/v2/{region}/projects/{uuid}/report`]: {
    rule: 'read',
    path: { region: 'home' },
    allowed: [200, 400, 500],
  },
  [`GET ${api}/v2/projects/{uuid}/share`]: { rule: 'read' },
  [`POST ${api}/v2/projects/{uuid}/share`]: {
    rule: 'own',
    body: () => ({ email: 'spectator@example.org', access_right: 'read' }),
  },
  [`DELETE ${api}/v2/projects/{uuid}/share`]: {
    rule: 'own',
    query: () => 'user=spectator@example.org',
    ends: true,
    allowed: [200, 404],
  },
  [`PUT ${api}/v2/projects/{uuid}/owner`]: {
    rule: 'own',
    body: () => ({ user: 'writer@example.org' }),
    ends: true,
  },
  [`PUT ${api}/v2/projects/{uuid}/name`]: { rule: 'own', body: named },

  [`GET ${api}/transcription/pem`]: { rule: 'person' },
  [`GET ${api}/transcription/secs`]: { rule: 'person' },
  [`GET ${api}/transcription/{uuid}`]: { rule: 'read' },
  // A form without a recording.
  [`POST ${api}/transcription/{uuid}`]: { rule: 'write', body: () => new FormData(), allowed: [400] },
  [`GET ${api}/transcription/{uuid}/{id}`]: { rule: 'read', path: { id: 'none' }, allowed: [404] },
  [`PATCH ${api}/transcription/{uuid}/{id}`]: { rule: 'read', path: { id: 'none' }, allowed: [404] },

  'GET /v1/thicket/ticket': { rule: 'person' },
  'POST /v1/thicket/push': {
    rule: 'read',
    query: ({ uuid }) => `project=${uuid}`,
    body: () => ({ push: { client: 1, n: 1, base: 0 }, steps: [] }),
    allowed: [400],
  },
  [`GET ${at}/events`]: { rule: 'read', query: () => 'since=0' },
  [`GET ${at}/snapshot`]: { rule: 'read' },
  [`GET ${at}/history`]: { rule: 'read' },
  [`GET ${at}/history/{seq}`]: { rule: 'read', path: { seq: '1' } },
  [`GET ${at}/{kind}/{id}/preview`]: { rule: 'read', path: { kind: 'history', id: '1' } },
  [`GET ${at}/{kind}/{id}/state`]: { rule: 'read', path: { kind: 'history', id: '1' } },
  [`POST ${at}/{kind}/{id}/project`]: { rule: 'read', path: { kind: 'history', id: '1' }, body: named },
  [`GET ${at}/audit`]: { rule: 'own' },
  [`POST ${at}/exports`]: { rule: 'read', body: () => ({ form: 'xlsx' }) },
  [`PUT ${at}/media/{hash}`]: { rule: 'write', path: { hash: 'none' }, allowed: [400] },
  [`GET ${at}/media/{hash}`]: { rule: 'read', path: { hash: 'none' }, allowed: [404] },
  [`GET ${at}/versions`]: { rule: 'read' },
  [`POST ${at}/versions`]: { rule: 'write', body: named },
  [`DELETE ${at}/versions/{id}`]: { rule: 'write', path: { id: '999' }, allowed: [400, 404] },
  [`GET ${at}/backups`]: { rule: 'read' },
  [`POST ${at}/backups`]: { rule: 'write' },
  [`GET ${at}/backups/{id}/preview`]: { rule: 'read', path: { id: 'none' }, allowed: [400, 404] },
  [`POST ${at}/backups/{id}/project`]: { rule: 'read', path: { id: 'none' }, body: named, allowed: [400, 404] },
  [`POST ${at}/backups/{id}/restore`]: { rule: 'own', path: { id: 'none' }, allowed: [400, 404] },
  [`PUT ${at}/protection`]: { rule: 'own', body: () => ({ from: '', ___db_hash: '{}' }), allowed: [400] },
}

/** Every route that a server of many people has, with its rule; throws for one without. */
export const routesWithRules = () =>
  everyCall
    .filter(({ only }) => only !== 'local')
    .map((route) => {
      const call = calls[route.name]
      if (!call) throw new Error(`${route.name} has no rule: who may call it?`)
      return { ...route, call }
    })

/** Whose operations are taken, by the table of their rows. Of chat each sends own messages, and the owner removes any. */
export const rowRules: Readonly<Record<Table, Rule>> = {
  sources: 'write',
  questions: 'write',
  question_answers: 'write',
  quirks: 'write',
  highlights: 'write',
  memos: 'write',
  groups: 'write',
  group_quirks: 'write',
  quirk_shortcut_keys: 'write',
  source_metadata_keys: 'write',
  source_metadata_values: 'write',
  source_metadatas: 'write',
  chat_messages: 'read',
  recordings: 'write',
  transcripts: 'write',
  preferences: 'write',
}

/** Who is answered what a socket is asked: every field of the wire's Query. */
export const queryRules: Readonly<Record<string, Rule>> = {
  ping: 'person',
  dbOpen: 'read',
  sourceQueryList: 'read',
  questionQueryList: 'read',
  questionAnswerQueryList: 'read',
  quirkQueryList: 'read',
  highlightQueryList: 'read',
  memoQueryList: 'read',
  groupQueryList: 'read',
  groupQuirkQueryList: 'read',
  quirkShortcutKeyQueryList: 'read',
  recordingQueryList: 'read',
  transcriptQueryList: 'read',
  sourceMetadataKeyQueryList: 'read',
  sourceMetadataValueQueryList: 'read',
  sourceMetadataQueryList: 'read',
  chatMessageQueryList: 'read',
  preferenceQueryList: 'read',
  highlightOverlapCount: 'read',
  quirkQueryListWithHighlightsAndCriteria: 'read',
}
