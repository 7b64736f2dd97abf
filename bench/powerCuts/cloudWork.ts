// The second program whose writes are recorded: a server of many people and what they ask of it: accounts, sessions, shares, projects made, uploaded,
// copied, handed over and deleted, steps, versions, backups, one put back in its place, at the end `admin backup` and `admin restore`. What it has answered it writes to
// the file `acks`. Arguments: folder, seed, rounds.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { backup, restore } from '../../server/cli/backup.ts'
import { openLog } from '../../server/running/log.ts'
import { type Someone, serveCloud } from '../../server/testing/serveCloud.ts'
import { connect, quirk } from '../../server/testing/socketClient.ts'
import type { NamedVersion } from '../../src/model/history.ts'
import { type CloudAck, factsOf } from './cloudFacts.ts'

const [folder = '', seedText = '1', roundsText = '2'] = process.argv.slice(2)
const random = seeded(Number(seedText))
// What it says of everybody who signs in is of no use here.
const log = { ...openLog('error'), security: () => {} }
// Files are let go soon, and opened again.
const server = await serveCloud(folder, { linger: 20, log })
const { data } = server.settings
const api = '/web/api'

interface Content {
  uuid: string
  name: string
  owner: Someone
  has: Set<string>
  lacks: Set<string>
}
const projects: Content[] = []
let facts = new Map<string, string>()
let count = 0

const acknowledge = (ack: CloudAck) => appendFileSync(join(folder, 'acks'), `${JSON.stringify(ack)}\n`)

/** All that the accounts hold now has been answered. */
function acknowledgeFacts(): void {
  const database = new DatabaseSync(join(data, 'accounts.sqlite'), { readOnly: true })
  const now = factsOf(database)
  database.close()
  const keys = [...new Set([...facts.keys(), ...now.keys()])].filter((key) => facts.get(key) !== now.get(key))
  facts = now
  if (keys.length > 0) acknowledge({ facts: Object.fromEntries(keys.map((key) => [key, now.get(key) ?? null])) })
}

function acknowledgeContent({ uuid, has, lacks }: Content): void {
  const project = server.cloud.host.pathOf(uuid) as string
  acknowledge({ project, has: [...has], lacks: [...lacks] })
}

async function asked(person: Someone, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await person.send(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  acknowledgeFacts()
  return answer.body
}

const numbered = (what: string): string => {
  count += 1
  return `${what} ${count}`
}
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

function made(owner: Someone, name: string, uuid: unknown, has: Iterable<string> = []): Content {
  const content = { uuid: String(uuid), name, owner, has: new Set(has), lacks: new Set<string>() }
  projects.push(content)
  acknowledgeContent(content)
  return content
}

const people: Someone[] = []
for (const name of ['Ann', 'Ben', 'Cleo']) {
  people.push(await server.person(name))
  acknowledgeFacts()
}

async function newProject(owner = pick(people)): Promise<Content> {
  const name = numbered('Project')
  return made(owner, name, (await asked(owner, 'POST', `${api}/v2/projects`, { name })).project_uuid)
}

async function edited(content = pick(projects)): Promise<void> {
  const { owner, uuid, has } = content
  const client = await connect(owner)
  await client.open(uuid)
  for (let n = 1; n < 4; n += 1) {
    count += 1
    const { name, args } = quirk(count)
    const long = { ...args, author: owner.name, description: 'x'.repeat(Math.floor(random() * 3000)) }
    const answer = await client.push(n, [[{ name, args: long }]])
    if (!('seq' in (answer.steps[0] ?? {}))) throw new Error(JSON.stringify(answer))
    has.add(`quirk ${count}`)
    acknowledgeContent(content)
  }
  client.socket.close()
  await client.closed
}

async function shared(): Promise<void> {
  const { uuid, owner } = pick(projects)
  const path = `${api}/v2/projects/${uuid}/share`
  const email = pick([...people.filter((person) => person !== owner).map((person) => person.email), 'dan@example.org'])
  await asked(owner, 'POST', path, { email, access_right: 'read' })
  await asked(owner, 'POST', path, { email, access_right: 'write' })
  if (random() < 0.5) await asked(owner, 'DELETE', `${path}?user=${encodeURIComponent(email)}`)
}

async function handedOver(): Promise<void> {
  const content = pick(projects)
  const to = pick(people.filter((person) => person !== content.owner))
  const path = `${api}/v2/projects/${content.uuid}`
  await asked(content.owner, 'POST', `${path}/share`, { email: to.email, access_right: 'write' })
  await asked(content.owner, 'PUT', `${path}/owner`, { user: to.email })
  content.owner = to
}

async function signedInAndOut(): Promise<void> {
  const other = await pick(people).again()
  acknowledgeFacts()
  const tokens = { access_token: other.secret, refresh_token: other.refresh }
  const fresh = (await asked(other, 'POST', `${api}/v2/auth/refresh`, tokens)) as unknown as typeof tokens
  other.secret = fresh.access_token
  await asked(other, 'POST', `${api}/v2/auth/logout`, fresh)
}

async function account(): Promise<void> {
  const name = numbered('Guest')
  const person = await server.person(name)
  acknowledgeFacts()
  const { password } = person
  await asked(person, 'PUT', `${api}/user/account`, { name: `${name} Smith` })
  await asked(person, 'PUT', `${api}/user/account`, { email: `new.${person.email}`, password })
  await asked(person, 'POST', `${api}/user/change`, { oldPwd: password, newPwd: `${password} and more` })
  await asked(person, 'POST', `${api}/v2/projects`, { name: 'Own' })
  if (random() < 0.5) await asked(person, 'DELETE', `${api}/user/delete`, { password: `${password} and more` })
}

async function uploaded(): Promise<void> {
  const { uuid, owner, has } = pick(projects)
  const file = await (await owner.call(`${api}/v2/projects/${uuid}/qrk`)).blob()
  const name = numbered('Upload')
  const form = new FormData()
  form.set('name', name)
  form.set('qrkFile', file, 'sent.qrk')
  const answer = await owner.call(`${api}/v2/projects/file`, { method: 'POST', body: form })
  const body = (await answer.json()) as { project_uuid?: string }
  if (!answer.ok) throw new Error(JSON.stringify(body))
  acknowledgeFacts()
  made(owner, name, body.project_uuid, withoutVersions(has))
}

/** A copy for others has none. */
const withoutVersions = (has: Iterable<string>) => [...has].filter((what) => what.startsWith('quirk'))

async function copied(): Promise<void> {
  const { uuid, owner, has } = pick(projects)
  const name = numbered('Copy')
  const body = { name, orig_project_uuid: uuid }
  const { project_uuid } = await asked(owner, 'POST', `${api}/v2/projects/saveas`, body)
  made(owner, name, project_uuid, withoutVersions(has))
}

async function versioned(): Promise<void> {
  const content = pick(projects)
  const name = numbered('Version')
  const path = `/v1/thicket/projects/${content.uuid}/versions`
  await asked(content.owner, 'POST', path, { name })
  content.has.add(`version ${name}`)
  acknowledgeContent(content)
  // Its state comes into the file a little later, and the list tells that it is there.
  for (let size = 0; size === 0; ) {
    const { versions } = (await asked(content.owner, 'GET', path)) as unknown as { versions: NamedVersion[] }
    size = versions.find((version) => version.name === name)?.size ?? 0
  }
  content.has.add(`state ${name}`)
  acknowledgeContent(content)
}

async function putBack(): Promise<void> {
  const content = pick(projects)
  const { uuid, owner } = content
  const path = `/v1/thicket/projects/${uuid}/backups`
  await edited(content)
  const { id } = (await asked(owner, 'POST', path, {})) as { id: string }
  acknowledge({ kept: uuid, id })
  const before = new Set(content.has)
  await edited(content)
  await asked(owner, 'POST', `${path}/${id}/restore`, {})
  for (const what of withoutVersions(content.has)) {
    if (before.has(what)) continue
    content.has.delete(what)
    content.lacks.add(what)
  }
  acknowledgeContent(content)
  await edited(content)
}

async function deleted(): Promise<void> {
  const { uuid, owner } = await newProject()
  await edited(projects.at(-1))
  projects.pop()
  acknowledge({ forgotten: uuid })
  await asked(owner, 'DELETE', `${api}/v2/projects/${uuid}`)
}

await newProject()
const actions = [
  newProject,
  edited,
  shared,
  handedOver,
  signedInAndOut,
  account,
  uploaded,
  copied,
  versioned,
  putBack,
  deleted,
]
for (let round = 0; round < Number(roundsText); round += 1)
  for (const action of actions.map((action) => ({ action, at: random() })).toSorted((a, b) => a.at - b.at))
    await action.action()

await server.stop()
process.env.THICKET_DATA = data
const out = join(folder, 'out')
if ((await backup(out)) !== 0) throw new Error('admin backup has not taken everything')
acknowledge({ out })
const restored = join(folder, 'restored')
process.env.THICKET_DATA = restored
if ((await restore(out)) !== 0) throw new Error('admin restore has not brought everything')
acknowledge({ restored })
