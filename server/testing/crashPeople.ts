/**
 * What people ask of a server of many while it is killed, besides steps: new accounts, projects made and deleted, shares given, changed and taken.
 * What was answered is so afterwards; what was not may be either.
 */
import type { Tokens } from '../../src/model/contract/shapes.ts'
import type { Random } from '../../src/model/text/randomRich.ts'
import type { WorkedOn } from './crashSites.ts'
import { caller } from './serve.ts'

export interface PeopleFigures {
  registered: number
  made: number
  deleted: number
  /** Given, or with another right. */
  shared: number
  unshared: number
}

interface Member {
  id: string
  name: string
  email: string
  password: string
  tokens: Tokens
}

export interface People {
  readonly figures: PeopleFigures
  /** At a server that has just started: all go on with their sessions, at the first one they make their accounts. What is worked on, and by whom. */
  meet(base: string): Promise<WorkedOn[]>
  /** The projects that are written into, by their uuids. */
  workedOn(): string[]
  /** Throws where something that was answered is not so; `all`: looks at all accounts that were ever made. */
  check(all: boolean): Promise<void>
  /** Until the server is gone; `answered`: once there is an answer of each kind. */
  work(answered: () => void): Promise<void>
}

/** What may be the case: what was answered, or before and after of what was not. */
type Either<T> = readonly T[]
interface Answer {
  status: number
  body: Record<string, unknown>
}

const writing = ['Ann', 'Ben', 'Cleo']
const others = ['Dan', 'Eve', 'Finn', 'Gus']
const api = '/web/api'

export function openPeople(r: Random): People {
  let base = ''
  let calls = 0
  const members: Member[] = []
  const registered: { member: Member; isChecked: boolean }[] = []
  const worked: { uuid: string; owner: Member }[] = []
  /** Ann's other projects. */
  const made = new Map<string, Either<'there' | 'gone'>>()
  /** By project and email. */
  const shares = new Map<string, Map<string, Either<string | null>>>()
  const figures: PeopleFigures = { registered: 0, made: 0, deleted: 0, shared: 0, unshared: 0 }

  /** null: the server is gone. */
  const ask = async (member: Member | null, method: string, path: string, body?: unknown): Promise<Answer | null> => {
    calls += 1
    const headers = { 'x-forwarded-for': `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` }
    const call = caller(base, () => member?.tokens.access_token)
    try {
      const response = await call(path, { method, headers, ...(body !== undefined && { body }) })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    } catch {
      return null
    }
  }

  /** The same where it has to be done. */
  const done = async (...request: Parameters<typeof ask>): Promise<Record<string, unknown>> => {
    const answer = await ask(...request)
    if (answer?.status !== 200) throw new Error(`${request[1]} ${request[2]}: ${JSON.stringify(answer)}`)
    return answer.body
  }

  const register = async (name: string): Promise<Member | null> => {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
    const password = `the long password of ${name}`
    const answer = await ask(null, 'POST', `${api}/v2/register/checkout`, { name, email, password })
    if (!answer) return null
    if (answer.status !== 200) throw new Error(`${email}: ${JSON.stringify(answer)}`)
    const { id, access_token, refresh_token } = answer.body.account as { id: string } & Tokens
    return { id, name, email, password, tokens: { access_token, refresh_token } }
  }

  const named = (name: string): Member => members.find((member) => member.name === name)!

  const begin = async () => {
    for (const name of [...writing, ...others]) {
      const member = await register(name)
      if (!member) throw new Error(`no account for ${name}`)
      members.push(member)
    }
    for (const [name, owner] of [
      ['First', named('Ann')],
      ['Second', named('Ben')],
    ] as const) {
      const { project_uuid: uuid } = (await done(owner, 'POST', `${api}/v2/projects`, { name })) as {
        project_uuid: string
      }
      worked.push({ uuid, owner })
      shares.set(uuid, new Map())
      for (const writer of writing.map(named).filter((writer) => writer !== owner)) {
        const body = { email: writer.email, access_right: 'write' }
        await done(owner, 'POST', `${api}/v2/projects/${uuid}/share`, body)
        shares.get(uuid)!.set(writer.email, ['write'])
      }
    }
  }

  const refresh = async (member: Member) => {
    const { access_token, refresh_token } = (await done(
      null,
      'POST',
      `${api}/v2/auth/refresh`,
      member.tokens,
    )) as never as Tokens
    member.tokens = { access_token, refresh_token }
  }

  const checkAccounts = async (all: boolean) => {
    for (const one of registered) {
      if (one.isChecked) {
        if (all) await refresh(one.member)
        continue
      }
      const { id, email, password } = one.member
      const answer = await done(null, 'POST', `${api}/v2/auth/login`, { email, password, regional_service_map: true })
      if ((answer.account as Member).id !== id) throw new Error(`${email} is another account`)
      await refresh(one.member)
      one.isChecked = true
    }
  }

  const checkProjects = async (all: boolean) => {
    const ann = named('Ann')
    const { projects } = (await done(ann, 'GET', `${api}/v2/projects`)) as { projects: { project_uuid: string }[] }
    const there = new Set(projects.map(({ project_uuid }) => project_uuid))
    for (const [uuid, known] of made) {
      const is = there.has(uuid) ? 'there' : 'gone'
      if (!known.includes(is)) throw new Error(`the project ${uuid} is ${is}, acknowledged was ${known}`)
      made.set(uuid, [is])
      if (!all && r.chance(0.8)) continue
      const opened = await ask(ann, 'GET', `/v1/thicket/projects/${uuid}/events?since=0`)
      if (opened?.status !== (is === 'there' ? 200 : 404)) throw new Error(`${uuid}: ${JSON.stringify(opened)}`)
    }
  }

  const checkShares = async () => {
    for (const { uuid, owner } of worked) {
      const known = shares.get(uuid)!
      const { shares: listed } = (await done(owner, 'GET', `${api}/v2/projects/${uuid}/share`)) as {
        shares: { email: string; access_right: string }[]
      }
      const there = new Map(listed.map(({ email, access_right }) => [email, access_right]))
      for (const member of members.filter((member) => member !== owner)) {
        const is = there.get(member.email) ?? null
        const promised = known.get(member.email) ?? [null]
        if (!promised.includes(is)) throw new Error(`${member.email} may ${is}, acknowledged was ${promised}`)
        known.set(member.email, [is])
        const seen = await ask(member, 'GET', `/v1/thicket/projects/${uuid}/events?since=1000000`)
        if ((seen?.status !== 404) !== (is !== null))
          throw new Error(`${member.email} with the right ${is}: ${JSON.stringify(seen)}`)
      }
    }
  }

  const registering = async (answered: () => void) => {
    for (;;) {
      const member = await register(`Person ${calls}`)
      if (!member) return
      registered.push({ member, isChecked: false })
      figures.registered += 1
      answered()
    }
  }

  const making = async (answered: () => void) => {
    const ann = named('Ann')
    for (;;) {
      const answer = await ask(ann, 'POST', `${api}/v2/projects`, { name: `Project ${calls}` })
      if (!answer) return
      if (answer.status !== 200) throw new Error(JSON.stringify(answer))
      made.set(String(answer.body.project_uuid), ['there'])
      figures.made += 1
      answered()
      const there = [...made].filter(([, known]) => String(known) === 'there').map(([uuid]) => uuid)
      if (there.length < 3) continue
      const uuid = r.pick(there as [string, ...string[]])
      made.set(uuid, ['there', 'gone'])
      const deleted = await ask(ann, 'DELETE', `${api}/v2/projects/${uuid}`)
      if (!deleted) return
      if (deleted.status !== 200) throw new Error(JSON.stringify(deleted))
      made.set(uuid, ['gone'])
      figures.deleted += 1
    }
  }

  const sharing = async (answered: () => void) => {
    for (;;) {
      const { uuid, owner } = r.pick(worked as [(typeof worked)[number], ...typeof worked])
      const { email } = named(r.pick(others as [string, ...string[]]))
      const known = shares.get(uuid)!
      const before = known.get(email) ?? [null]
      const wanted = String(before) === '' ? r.pick(['read', 'write']) : r.pick([null, 'read', 'write'])
      known.set(email, [...before, wanted])
      const path = `${api}/v2/projects/${uuid}/share`
      const answer =
        wanted === null
          ? await ask(owner, 'DELETE', `${path}?user=${encodeURIComponent(email)}`)
          : await ask(owner, 'POST', path, { email, access_right: wanted })
      if (!answer) return
      if (answer.status !== 200) throw new Error(JSON.stringify(answer))
      known.set(email, [wanted])
      figures[wanted === null ? 'unshared' : 'shared'] += 1
      answered()
    }
  }

  return {
    figures,
    meet: async (at) => {
      base = at
      if (members.length === 0) await begin()
      else for (const member of members) await refresh(member)
      const writers = writing
        .map(named)
        .map(({ name, tokens }) => ({ base, secret: tokens.access_token, author: name }))
      return worked.map(({ uuid }) => ({ uuid, writers }))
    },
    workedOn: () => worked.map(({ uuid }) => uuid),
    check: async (all) => {
      await checkAccounts(all)
      await checkProjects(all)
      await checkShares()
    },
    work: async (answered) => {
      const kinds = [registering, making, sharing]
      const waiting = new Set(kinds)
      const first = (kind: (typeof kinds)[number]) => () => {
        if (waiting.delete(kind) && waiting.size === 0) answered()
      }
      // One whose connection breaks while the server still lives hears nothing more: the kill does not wait for it.
      await Promise.all(kinds.map((kind) => kind(first(kind)).then(first(kind))))
    },
  }
}
