/**
 * The matrix of rights over HTTP: everybody there is × every route × one's own project and another's. What is tried comes from the catalogue of
 * routes, so that nothing new is forgotten; `wireRights.test.ts` does the same for what goes over the socket.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backup } from '../../src/model/history.ts'
import { type Everybody, serveEverybody } from '../testing/everybody.ts'
import { type Call, calls, may, type Role, roles, routesWithRules } from '../testing/rights.ts'
import type { Someone } from '../testing/serveCloud.ts'
import { connect, quirk } from '../testing/socketClient.ts'
import { listener, transcribed } from '../testing/speech.ts'

let everybody: Everybody
let people: Everybody['people']
let uuid: string
const to = listener()
let fresh = 0
let cells = 0

beforeAll(async () => {
  everybody = await serveEverybody()
  ;({ people, uuid } = everybody)
}, 60_000)
afterAll(() => everybody?.served.end())

/** What a role that may not is told: 401 without a session, 404 without a right in the project, 403 with too little of one. */
const refusalOf = (role: Role): number => {
  if (role === 'anonymous' || role === 'deleted') return 401
  return role === 'stranger' || role === 'removed' ? 404 : 403
}

async function statusOf(role: Role, method: string, path: string, call: Call, project: string): Promise<number> {
  fresh += 1
  const person = role === 'anonymous' ? undefined : people[role]
  const subject = { uuid: project, email: person?.email ?? '', password: person?.password ?? '', fresh: String(fresh) }
  const named = Object.entries({ ...call.path, uuid: project }).reduce(
    (all, [name, value]) => all.replace(`{${name}}`, value),
    path,
  )
  const query = call.query ? `?${call.query(subject)}` : ''
  const body = call.body?.(subject)
  const response = await (person ?? everybody.served).call(named + query, {
    method,
    ...(body !== undefined && { body }),
  })
  await response.arrayBuffer()
  cells += 1
  return response.status
}

describe('every route answers everybody as its rule says', () => {
  it('each route has a rule, and each rule its route', () => {
    expect(
      routesWithRules()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(Object.keys(calls).sort())
  })

  it.each(routesWithRules().map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, { method, path, call }) => {
      const allowed = call.allowed ?? [200]
      for (const role of roles) {
        const isAllowed = may[call.rule].includes(role)
        const project = isAllowed && call.ends ? await everybody.newProject() : uuid
        const status = await statusOf(role, method, path, call, project)
        if (isAllowed) expect(allowed, `${role} may`).toContain(status)
        else expect(status, `${role} may not`).toBe(refusalOf(role))
      }
    },
    30_000,
  )

  it('a project of somebody else’s is none, whoever one is elsewhere', async () => {
    const foreign = await people.stranger.project('Foreign')
    for (const { method, path, call } of routesWithRules()) {
      if (!['read', 'write', 'own'].includes(call.rule)) continue
      for (const role of ['reader', 'writer', 'owner', 'removed'] as const)
        expect(await statusOf(role, method, path, call, foreign), `${method} ${path} by ${role}`).toBe(404)
    }
  }, 60_000)

  it('what belongs to one project is not reached by another, of the same owner or of somebody else’s', async () => {
    const own = await everybody.newProject()
    const elsewhere = [
      await filled(people.owner, await everybody.newProject()),
      await filled(people.stranger, await people.stranger.project('With all that has an id')),
    ]
    const look = () => Promise.all([whatIsIn(people.owner, own), ...elsewhere.map(({ by, at }) => whatIsIn(by, at))])
    const before = await look()
    const asked = routesWithRules().filter(({ path }) => path.includes('{uuid}') && /\{(id|seq)\}/.test(path))
    for (const { ids } of elsewhere)
      for (const { method, path, call } of asked)
        for (const named of idsNamed(path, ids)) {
          const status = await statusOf('owner', method, named, call, own)
          // Steps are numbered: one that is not there yet is none that is hidden.
          expect(status, `${method} ${named}`).toBe(named.includes('/history/') ? 400 : 404)
        }
    expect(asked.length).toBeGreaterThan(7)
    expect(await look()).toEqual(before)
  }, 60_000)

  it('what a path names beside a project is one of the ids that are tried here, or a word', () => {
    const names = routesWithRules().flatMap(({ path }) =>
      path.includes('{uuid}') ? [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name) : [],
    )
    // A hash is looked for in the file of the project alone (`files/media.ts`): that of another project's sound finds nothing.
    expect([...new Set(names)].sort()).toEqual(['form', 'hash', 'id', 'kind', 'region', 'seq', 'uuid'])
  })

  it('one’s session is not ended by somebody else', async () => {
    const { body } = await people.owner.send('GET', '/web/api/user/sessions')
    const [{ id } = { id: '' }] = body.sessions as { id: string }[]
    await people.stranger.send('DELETE', `/web/api/user/sessions/${id}`)
    expect((await people.owner.send('GET', '/web/api/user/data')).status).toBe(200)
  })
})

/** What ids are of, by the word before them in a path. */
type Ids = Readonly<Record<'history' | 'versions' | 'backups' | 'transcription', string>>

/** A project with some of all that has an id. */
async function filled(by: Someone, at: string): Promise<{ by: Someone; at: string; ids: Ids }> {
  const client = await connect(by)
  await client.open(at)
  await client.push(1, [[{ ...quirk(1), args: { ...quirk(1).args, author: by.name } }]])
  client.socket.terminate()
  const [version, backup] = [
    await by.send('POST', `/v1/thicket/projects/${at}/versions`, { name: 'First' }),
    await by.send('POST', `/v1/thicket/projects/${at}/backups`),
  ]
  const transcription = await transcribed(by, at, 1, to)
  const ids = { history: client.seqs.at(-1), versions: version.body.id, backups: backup.body.id, transcription }
  expect(Object.values(ids)).not.toContain(undefined)
  const text = Object.entries(ids).map(([kind, id]) => [kind, String(id)])
  return { by, at, ids: Object.fromEntries(text) as Ids }
}

/** The path with each of these that it may name; the project stays to be named. */
function idsNamed(path: string, ids: Ids): string[] {
  const [, before = ''] = /\/([\w{}]+?)(?:\/\{uuid\})?\/\{(?:id|seq)\}/.exec(path) ?? []
  const kinds = before === '{kind}' ? (['history', 'versions'] as const) : [before as keyof Ids]
  return kinds.map((kind) => {
    const id = ids[kind]
    if (id === undefined) throw new Error(`${path}: what are its ids?`)
    return path.replace('{kind}', kind).replace(/\{(id|seq)\}/, id)
  })
}

/** What its owner sees of a project: all that has an id, and which projects there are. Backups by themselves come and go. */
async function whatIsIn(by: Someone, at: string) {
  const list = async <T>(path: string, name: string) => (await by.send('GET', path)).body[name] as T[]
  const steps = await list<{ seq: number }>(`/v1/thicket/projects/${at}/history`, 'entries')
  const versions = await list<{ id: number }>(`/v1/thicket/projects/${at}/versions`, 'versions')
  const backups = await list<Backup>(`/v1/thicket/projects/${at}/backups`, 'backups')
  const projects = await list<{ project_uuid: string }>('/web/api/v2/projects', 'projects')
  const transcriptions = await list<Record<string, unknown>>(`/web/api/transcription/${at}`, 'transcriptions')
  return {
    transcriptions,
    steps: steps.map(({ seq }) => seq),
    versions: versions.map(({ id }) => id),
    backups: backups.filter(({ reason }) => reason === 'hand' || reason === 'before').map(({ id }) => id),
    projects: projects.map(({ project_uuid: uuid }) => uuid).sort(),
  }
}

it('tried so many', () => {
  expect(cells).toBeGreaterThan(500)
})
