// The second program whose writes are recorded: a server of many people and what they ask of it: accounts, sessions, shares, projects made, uploaded,
// copied, handed over and deleted, steps, versions, backups, one put back in its place, second factors, a desktop that it activates and that works on a share, at the end
// `admin backup` and `admin restore`. What it has answered it writes to the file `acks`. Arguments: folder, seed, rounds (0.3: of one, three in ten of its actions).
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Secret, TOTP } from 'otpauth'
import { seeded } from '../../fixtures/testing/randomWork.ts'
import { openLog } from '../../server/base/log.ts'
import { backup, restore } from '../../server/cli/backup.ts'
import { serve } from '../../server/testing/serve.ts'
import { type Someone, serveCloud } from '../../server/testing/serveCloud.ts'
import { type Address, connect, quirk } from '../../server/testing/socketClient.ts'
import { thisSystem } from '../../server/working/folderPlace.ts'
import type { NamedVersion } from '../../src/model/history.ts'
import type { Trial } from '../../src/model/rules/projects/trial.ts'
import { type CloudAck, factsOf } from './cloudFacts.ts'
import { doing, looking } from './looking.ts'

const [folder = '', seedText = '1', roundsText = '2'] = process.argv.slice(2)
const random = seeded(Number(seedText))
// What it says of everybody who signs in is of no use here.
const log = { ...openLog('error'), security: () => {} }
// Files are let go soon, and opened again.
const start = async () => {
  for (let turn = 0; turn < 50; turn += 1)
    try {
      return await serveCloud(folder, { linger: 20, log })
    } catch (error) {
      sayRefused(error)
    }
  throw new Error('the server does not start again')
}
const api = '/web/api'

interface Kept {
  uuid: string
  owner: Address & { name: string }
  /** Left out: where the server of many people has it. */
  path?: string
  has: Set<string>
  lacks: Set<string>
}
interface Content extends Kept {
  name: string
  owner: Someone
}
const projects: Content[] = []
let facts = new Map<string, string>()
/** All that each row has ever been. */
const formerly = new Map<string, Set<string>>()
let count = 0
let isServing = false
const data = join(folder, 'data')

const acknowledge = (ack: CloudAck) => appendFileSync(join(folder, 'acks'), `${JSON.stringify(ack)}\n`)

/** What the accounts hold now, and which rows are others than when they were last looked at. */
function lookAtFacts(): { now: Map<string, string>; changed: string[] } {
  const now = looking(() => {
    const path = join(data, 'accounts.sqlite')
    if (!existsSync(path)) return new Map<string, string>()
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      return factsOf(database)
    } finally {
      database.close()
    }
  })
  return {
    now,
    changed: [...new Set([...facts.keys(), ...now.keys()])].filter((key) => facts.get(key) !== now.get(key)),
  }
}

/** People and projects of whom something was to be removed, and that was refused. */
const refusedRemovals = new Set<string>()

/** All that the accounts hold now has been answered. */
function acknowledgeFacts(): void {
  const { now, changed } = lookAtFacts()
  if (changed.length > 0) refusedRemovals.clear()
  facts = now
  for (const [key, value] of now) formerly.set(key, (formerly.get(key) ?? new Set()).add(value))
  if (changed.length > 0) acknowledge({ facts: Object.fromEntries(changed.map((key) => [key, now.get(key) ?? null])) })
}

/** What was refused since the log could not be flushed may be there after a restart, whole: as it was to be, not as it was before. */
function acknowledgeLate(): void {
  const { now, changed } = lookAtFacts()
  const isNew = (key: string) => now.has(key) && !formerly.get(key)?.has(now.get(key) as string)
  // A removal leads to no row, or to one as it once was: a second factor is gone again.
  const isRemoved = (key: string) => [...refusedRemovals].some((id) => `${key} ${facts.get(key)}`.includes(id))
  if (changed.length > 0 && changed.every((key) => isNew(key) || isRemoved(key))) acknowledgeFacts()
}

const refuse = (answer: unknown): never => {
  throw new Error(JSON.stringify(answer))
}

/** What the disk's refusal looks like: of an answer, of a socket, of SQLite and the system where the server's own calls are made here. */
const isRefusal = ({ message, code = '' }: { message: string; code?: string }): boolean =>
  /"kind":"|Unexpected server response|the socket was closed|^admin |does not come$|No space left|Input.output error/.test(
    message,
  ) ||
  ['ERR_SQLITE_ERROR', 'EIO', 'ENOSPC'].includes(code) ||
  // Of a folder that was to be made with those above it Node says so.
  /^ENOENT: .*, mkdir/.test(message)

/** What is refused has changed nothing. Throws what is no refusal. */
function sayRefused(error: unknown): void {
  if (!isRefusal(error as Error)) throw error
  const { now, changed } = isServing ? lookAtFacts() : { now: facts, changed: [] }
  facts = now
  acknowledge({ failed: (error as Error).message, changed })
}

/** Whether it was done. */
async function tryingTo(body: () => Promise<unknown>): Promise<boolean> {
  try {
    await doing(body.name, body)
    return true
  } catch (error) {
    sayRefused(error)
    return false
  }
}

function acknowledgeContent({ uuid, path, has, lacks }: Kept): void {
  const project = path ?? (server.cloud.host.pathOf(uuid) as string)
  acknowledge({ project, has: [...has], lacks: [...lacks] })
}

/** Calls that take rows of their person, or their project, from the accounts. */
const removing = /^DELETE|logout$|login$|change$|codes$|owner$/

async function asked(person: Someone, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await doing(`${method} ${path.split('?')[0]}`, () => person.send(method, path, body))
  if (answer.status !== 200) {
    const [uuid] = /[0-9a-f-]{36}/.exec(path) ?? []
    if (removing.test(`${method} ${path}`)) refusedRemovals.add(uuid ?? person.id)
    throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
  acknowledgeFacts()
  return answer.body
}

const server = await doing('start', start)
isServing = true

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
  const join = async () => people.push(await server.person(name))
  // What the disk refuses is tried again, as a person does.
  for (let turn = 0; !(await tryingTo(join)); turn += 1) if (turn > 100) throw new Error(`${name} cannot register`)
  acknowledgeFacts()
}

async function newProject(owner = pick(people)): Promise<Content> {
  const name = numbered('Project')
  return made(owner, name, (await asked(owner, 'POST', `${api}/v2/projects`, { name })).project_uuid)
}

async function edited(content: Kept = pick(projects)): Promise<void> {
  const { owner, uuid, has } = content
  const client = await connect(owner)
  try {
    await client.open(uuid).catch(() => refuse(client.frames))
    if (client.epoch === undefined) refuse(client.frames)
    for (let n = 1; n < 4; n += 1) {
      count += 1
      const { name, args } = quirk(count)
      const long = { ...args, author: owner.name, description: 'x'.repeat(Math.floor(random() * 3000)) }
      const answer = await client.push(n, [[{ name, args: long }]])
      if (!('seq' in (answer.steps[0] ?? {}))) refuse(answer)
      has.add(`quirk ${count}`)
      acknowledgeContent(content)
    }
  } finally {
    client.socket.close()
    await client.closed
  }
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
  if (!answer.ok) refuse(body)
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

/** A state whose making was refused does not come before the next is asked for. */
const mostLooks = 500

async function versioned(): Promise<void> {
  const content = pick(projects)
  const name = numbered('Version')
  const path = `/v1/thicket/projects/${content.uuid}/versions`
  await asked(content.owner, 'POST', path, { name })
  content.has.add(`version ${name}`)
  acknowledgeContent(content)
  // Its state comes into the file a little later, and the list tells that it is there.
  for (let size = 0, looks = 0; size === 0; looks += 1) {
    if (looks === mostLooks) throw new Error(`the state of ${name} does not come`)
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

async function secondFactor(): Promise<void> {
  const person = await server.person(numbered('Guarded'))
  acknowledgeFacts()
  const { email, password } = person
  const path = `${api}/user/factor`
  const { secret } = await asked(person, 'POST', path, { password })
  const codeAt = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp })
  const signIn = (code: string | undefined) =>
    asked(person, 'POST', `${api}/v2/auth/login`, { email, password, code, regional_service_map: true })
  const confirmed = await asked(person, 'PUT', path, { code: codeAt(Date.now()) })
  // Each is taken once: that of the next half minute.
  await signIn(codeAt(Date.now() + 30_000))
  const codes = confirmed.codes as string[]
  await signIn(codes[0])
  const anew = await asked(person, 'POST', `${path}/codes`, { password, code: codes[1] })
  if (random() < 0.5) await asked(person, 'DELETE', path, { password, code: (anew.codes as string[])[0] })
}

/** A desktop with a folder on the network, which it works on in a copy. */
const place = join(folder, 'desktop')
const study: Kept = {
  uuid: '',
  owner: { base: '', secret: '', name: 'Ann' },
  path: join(place, 'share/Study.qrk'),
  has: new Set(),
  lacks: new Set(),
}

async function desktop(): Promise<void> {
  const { licences } = server.cloud.host
  if (!licences) throw new Error('the server signs nothing')
  const activation = { endpoint: `${server.base}${api}/v2/activation`, publicKey: licences.publicKey() }
  acknowledgeFacts()
  mkdirSync(join(place, 'share'), { recursive: true })
  const system = { ...thisSystem(), mounts: () => [{ at: join(place, 'share'), by: 'NFS' }] }
  const local = await serve(place, { linger: 20, local: { system, rest: 10, activation } })
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const answer = await local.call(path, { method: 'POST', body })
    const told = (await answer.json()) as T
    if (!answer.ok) refuse(told)
    return told
  }
  try {
    for (const type of ['extension', 'activation'] as const) {
      const key = licences.make({ type, days: type === 'extension' ? 30 : 0, uses: 1, note: '' })
      acknowledgeFacts()
      // The key is used though the desktop may not be able to keep what it is given for it.
      const trial = await ask<Trial>(`${api}/local/activation`, { key, type }).finally(acknowledgeFacts)
      acknowledge({ trial })
    }
    const route = study.uuid === '' ? `${api}/v2/projects` : `${api}/local/open`
    study.uuid = (await ask<{ project_uuid: string }>(route, { name: study.path, path: study.path })).project_uuid
    study.owner = { base: local.base, secret: local.secret, name: 'Ann' }
    acknowledgeContent(study)
    for (let turn = 0; turn < 2; turn += 1) await edited(study)
  } finally {
    await local.close()
  }
}

for (let turn = 0; !(await tryingTo(newProject)); turn += 1) if (turn > 100) throw new Error('no project can be made')
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
  secondFactor,
  desktop,
]
const rounds = Number(roundsText)
for (let round = 0; round < rounds; round += 1)
  for (const { action } of actions
    .map((action) => ({ action, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Math.ceil(actions.length * (rounds - round))))
    await tryingTo(action)

await tryingTo(server.stop)
isServing = false
acknowledgeLate()
process.env.THICKET_DATA = data
const out = join(folder, 'out')
const restored = join(folder, 'restored')
async function backedUp(): Promise<void> {
  if ((await backup(out)) !== 0) throw new Error('admin backup has not taken everything')
}
async function broughtBack(): Promise<void> {
  process.env.THICKET_DATA = restored
  if ((await restore(out)) !== 0) throw new Error('admin restore has not brought everything')
}
if (await tryingTo(backedUp)) {
  acknowledge({ out })
  if (await tryingTo(broughtBack)) acknowledge({ restored })
}
