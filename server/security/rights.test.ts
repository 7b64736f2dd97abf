/**
 * The matrix of rights over HTTP: everybody there is × every route × one's own project and another's. What is tried comes from the catalogue of
 * routes, so that nothing new is forgotten; `wireRights.test.ts` does the same for what goes over the socket.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Everybody, serveEverybody } from '../testing/everybody.ts'
import { type Call, calls, may, type Role, roles, routesWithRules } from '../testing/rights.ts'

let everybody: Everybody
let people: Everybody['people']
let uuid: string
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

  it('what belongs to one project is not reached by another, nor one’s session by somebody else', async () => {
    const other = await people.reader.project('Own of the reader')
    const version = await people.owner.send('POST', `/v1/thicket/projects/${uuid}/versions`, { name: 'First' })
    const backup = await people.owner.send('POST', `/v1/thicket/projects/${uuid}/backups`)
    expect([version.status, backup.status]).toEqual([200, 200])
    for (const [method, path] of [
      ['DELETE', `versions/${version.body.id}`],
      ['GET', `versions/${version.body.id}/state`],
      ['POST', `backups/${backup.body.id}/restore`],
      ['POST', `backups/${backup.body.id}/project`],
    ] as const) {
      const { status } = await people.reader.send(
        method,
        `/v1/thicket/projects/${other}/${path}`,
        method === 'GET' ? undefined : { name: 'Theft' },
      )
      expect([400, 404], `${method} ${path}`).toContain(status)
    }
    const { body } = await people.owner.send('GET', '/web/api/user/sessions')
    const [{ id } = { id: '' }] = body.sessions as { id: string }[]
    await people.stranger.send('DELETE', `/web/api/user/sessions/${id}`)
    expect((await people.owner.send('GET', '/web/api/user/data')).status).toBe(200)
  }, 30_000)
})

it('tried so many', () => {
  expect(cells).toBeGreaterThan(500)
})
