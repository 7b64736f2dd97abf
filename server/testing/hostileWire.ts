/**
 * Whoever means harm, or is broken, on the socket and by HTTP: good messages with some things in them made wrong. Each is answered, or its
 * socket closed; none ends the server, none is answered by a failure of ours, and the project is as whole as before.
 */
import { WebSocket } from 'ws'
import { everyCall } from '../../src/model/contract/calls.ts'
import { operationNames } from '../../src/model/operations.ts'
import { type AnyRow, columnsOf, keyOf, spec } from '../../src/model/schema.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { mutationText } from '../../src/model/wireText.ts'
import { openLog } from '../base/log.ts'
import { listQueries } from '../reading/listQueries.ts'
import { rawRequest } from './rawRequest.ts'
import { type ServedCloud, type Someone, serveCloud } from './serveCloud.ts'
import { ticketOf } from './socketClient.ts'

export interface HostileFigures {
  messages: number
  requests: number
  /** Answers by their status; `closed`: the socket was. */
  answers: Record<string, number>
}

/** The project that is deleted again and again, while others work with it. */
interface Victim {
  uuid: string
}

/** What should not have been: failures of the server, each with what was sent. */
type Found = string[]

const pick = <T>(r: Random, list: readonly T[]): T => list[r.below(list.length)] as T

/** Values that programs trip over. */
const oddities: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 63),
  Number.MAX_VALUE,
  1e-300,
  '',
  ' ',
  '\0',
  '\ud800',
  '💥',
  '__proto__',
  'constructor',
  '-1',
  '../../etc/passwd',
  "'; DROP TABLE sources; --",
  '<script>alert(1)</script>',
  '{}',
  '[]',
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 1 },
  { __proto__: 1 },
  'x'.repeat(70_000),
]

const word = (r: Random): string => {
  const odd = pick(r, oddities)
  return typeof odd === 'object' ? JSON.stringify(odd) : String(odd)
}

/** Some places of a value become something else, go, or are doubled. */
function damaged(r: Random, value: unknown, depth = 0): unknown {
  if (r.chance(depth === 0 ? 0.02 : 0.12)) return pick(r, oddities)
  if (Array.isArray(value)) {
    const list = value.flatMap((each) =>
      r.chance(0.05) ? [] : r.chance(0.05) ? [each, damaged(r, each, depth + 1)] : [damaged(r, each, depth + 1)],
    )
    return r.chance(0.02) ? Array.from({ length: 300 }, () => list[0]) : list
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).flatMap(([key, each]) =>
      r.chance(0.05) ? [] : [[r.chance(0.02) ? word(r) : key, damaged(r, each, depth + 1)] as const],
    )
    return Object.fromEntries(entries)
  }
  if (typeof value === 'string' && r.chance(0.06)) return damagedText(r, value)
  return value
}

function damagedText(r: Random, text: string): string {
  const at = r.below(text.length + 1)
  const way = r.below(5)
  if (way === 0) return text.slice(0, at)
  if (way === 1)
    return (
      text.slice(0, at) +
      pick(r, ['{', '}', '(', '"', '\\', '$x', '...', '@skip', '#', '\n', '💥', '\0', '[[[[']) +
      text.slice(at)
    )
  if (way === 2) return text.slice(0, at) + text.slice(at + 1 + r.below(5))
  if (way === 3) return text + text
  return text.replace(/\w+/, word(r).slice(0, 50))
}

function goodMessage(r: Random, uuid: string, state: { n: number; client: number }): Record<string, unknown> {
  const way = r.below(10)
  if (way === 0)
    return {
      query:
        'query ($uuid: String!, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) { dbOpen(uuid: $uuid, client: $client, epoch: $epoch, since: $since, protocol: $protocol) }',
      variables: { uuid, client: state.client, epoch: '', since: r.below(5), protocol: 1 },
    }
  if (way === 1) return { query: `{ ${pick(r, [...listQueries.keys()])} { id } }`, variables: {} }
  if (way === 2)
    return {
      query: 'query ($a: Id!, $b: Id!) { highlightOverlapCount(quirkId1: $a, quirkId2: $b) { count } }',
      variables: { a: 1, b: 2 },
    }
  if (way === 3)
    return {
      presence: { author: 'Ann', place: { sourceId: 1, questionId: 1, selection: { anchor: 1, head: 2, version: 1 } } },
    }
  const name = pick(r, [...operationNames.keys()])
  const { table, kind } = operationNames.get(name) as { table: Parameters<typeof spec>[0]; kind: string }
  const row = Object.fromEntries(
    Object.entries(spec(table).columns).map(([column, type]) => [
      column,
      type === 'int' ? r.below(9) : `w${r.below(9)}`,
    ]),
  ) as AnyRow
  const key = keyOf(table)
  const args =
    kind === 'Remove'
      ? { [key]: row[key] }
      : kind === 'BatchRemove'
        ? { ids: [row[key]] }
        : kind === 'CreateOrUpdate'
          ? { ...row, create: r.chance(0.7) }
          : {
              columns: Object.fromEntries(columnsOf(table).map((column) => [column, [row[column]]])),
              create: r.chance(0.7),
            }
  const step = { ...mutationText([{ name, args }]), versions: {} }
  if (way < 6) return step
  state.n += r.chance(0.9) ? 1 : 0
  return { push: { client: state.client, n: state.n, base: 0 }, steps: [step] }
}

/** A connection that the server closes, since it was quiet for some seconds, may be just the one that is used again. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = 5; ; left -= 1) {
    try {
      return await ask()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/** A socket that is opened anew when the server has closed it. */
async function openHostile(person: Someone, uuid: string, figures: HostileFigures, found: Found) {
  const state = { n: 0, client: 0 }
  const socket = new WebSocket(
    `${person.base.replace('http', 'ws')}/v1/thicket?ticket=${await again(() => ticketOf(person))}`,
    {
      origin: person.base,
    },
  )
  let waiting = 0
  /** What was sent of late, by the id that it bears. */
  const texts = new Map<string, string>()
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as {
      status: number
      msg_id?: string
      json_data?: { data?: { dbOpen?: { client?: number } } }
    }
    state.client = reply.json_data?.data?.dbOpen?.client ?? state.client
    if (reply.msg_id === undefined && reply.status === 200) return
    waiting -= 1
    figures.answers[reply.status] = (figures.answers[reply.status] ?? 0) + 1
    if (reply.status < 500) return
    found.push(`${String(data).slice(0, 500)} to ${texts.get(reply.msg_id ?? '')?.slice(0, 1500)}`)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('close', reject)
  })
  socket.send(
    JSON.stringify({
      msg_id: 'open',
      auth: person.secret,
      query: 'query ($uuid: String!) { dbOpen(uuid: $uuid) }',
      variables: { uuid },
    }),
  )
  return {
    socket,
    state,
    closed,
    waits: () => waiting,
    send: (id: string, text: string | Buffer) => {
      waiting += 1
      texts.set(id, String(text))
      for (const oldest of texts.keys()) {
        if (texts.size <= 200) break
        texts.delete(oldest)
      }
      socket.send(text)
    },
  }
}

/** Looks for answers, 2 ms apart, before more is sent though there is none. */
const mostLooks = 100

async function attackSocket(
  r: Random,
  person: Someone,
  uuid: string,
  messages: number,
  figures: HostileFigures,
  found: Found,
): Promise<void> {
  for (let left = messages; left > 0; ) {
    const { socket, state, closed, waits, send } = await openHostile(person, uuid, figures, found)
    let isClosed = false
    void closed.then(() => {
      isClosed = true
    })
    while (left > 0 && !isClosed) {
      left -= 1
      figures.messages += 1
      const good = { msg_id: `i_${left}`, auth: person.secret, ...goodMessage(r, uuid, state) }
      // Whoever does not say who they are is put out at once: rarely, so that the rest is tried too.
      const made = r.chance(0.97) ? { ...(damaged(r, good) as object), auth: person.secret } : damaged(r, good)
      const text = JSON.stringify(made) ?? 'undefined'
      send(good.msg_id, r.chance(0.03) ? damagedText(r, text) : r.chance(0.005) ? Buffer.from(text) : text)
      for (let looks = 0; waits() > 30 && !isClosed && looks < mostLooks; looks += 1)
        await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2))])
    }
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 50))])
    if (isClosed) figures.answers.closed = (figures.answers.closed ?? 0) + 1
    socket.terminate()
  }
}

async function attackHttp(
  r: Random,
  served: ServedCloud,
  person: Someone,
  uuid: string,
  requests: number,
  victim: Victim,
  figures: HostileFigures,
  found: Found,
): Promise<void> {
  const host = new URL(served.base).host
  const known = everyCall.filter(
    ({ only, path }) => only !== 'local' && !/user\/delete|logout|source\.zip|report/.test(path),
  )
  for (let left = requests; left > 0; left -= 1) {
    const route = pick(r, known)
    const deletes = route.method === 'DELETE' && route.path.endsWith('projects/{uuid}')
    const path = route.path.replace(/\{\w+\}/g, (name) =>
      name === '{uuid}' && r.chance(0.8)
        ? deletes || r.chance(0.2)
          ? victim.uuid
          : uuid
        : encodeURIComponent(word(r).slice(0, 200).toWellFormed()),
    )
    const query = r.chance(0.5)
      ? `?${pick(r, ['since', 'before', 'limit', 'user', 'ticket', 'project', 'quirk'])}=${encodeURIComponent(JSON.stringify(pick(r, oddities))?.slice(0, 300).toWellFormed() ?? '')}`
      : ''
    const body = r.chance(0.7)
      ? (JSON.stringify(
          damaged(r, {
            name: 'A',
            email: 'a@b.c',
            password: 'x',
            access_right: 'read',
            push: { client: 1, n: 1, base: 0 },
            steps: [],
            project_json: { sources: [{ id: 1, title: 'a' }] },
          }),
        ) ?? '')
      : ''
    const method = r.chance(0.9)
      ? route.method
      : pick(r, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'BREW'])
    const headers = [
      `Host: ${
        r.chance(0.97)
          ? host
          : word(r)
              .replace(/[\r\n\0]/g, '')
              .slice(0, 100)
      }`,
      `Origin: ${served.base}`,
      ...(r.chance(0.9)
        ? [
            `Authorization: Bearer ${
              r.chance(0.9)
                ? person.secret
                : word(r)
                    .replace(/[^ -~]/g, '')
                    .slice(0, 500)
            }`,
          ]
        : []),
      ...(r.chance(0.2)
        ? [
            `${pick(r, ['Range', 'If-Range', 'Content-Type', 'X-Forwarded-For', 'Accept-Language', 'Cookie'])}: ${word(
              r,
            )
              .replace(/[^ -~]/g, '')
              .slice(0, 200)}`,
          ]
        : []),
      `Content-Length: ${r.chance(0.97) ? Buffer.byteLength(body, 'latin1') : pick(r, ['-1', '99999999999', 'x', '5, 6'])}`,
      'Connection: close',
    ]
    const text = `${method} ${r.chance(0.97) ? path + query : damagedText(r, path)} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`
    figures.requests += 1
    const { status, heard } = await rawRequest(served.port, text, 3000)
    figures.answers[status] = (figures.answers[status] ?? 0) + 1
    if (status === 200 && method === 'DELETE' && path.endsWith(victim.uuid))
      victim.uuid = await again(() => person.project(`Victim ${r.below(1e9)}`))
    if (status >= 500 && status !== 501 && status !== 503)
      found.push(`${status} ${heard.split('\r\n\r\n')[1]?.slice(0, 300)} to ${text.slice(0, 800)}`)
  }
}

/** An access token is good for ten minutes, and a long run takes longer. */
async function renew(person: Someone): Promise<void> {
  const tokens = { access_token: person.secret, refresh_token: person.refresh }
  const { status, body } = await again(() => person.send('POST', '/web/api/v2/auth/refresh', tokens))
  if (status !== 200) throw new Error(`the session has ended: ${status}`)
  person.secret = String(body.access_token)
  person.refresh = String(body.refresh_token)
}
const renewEvery = 4 * 60_000

const unbounded = { perSecond: 1e9, atOnce: 1e9 }

/** Throws where the server fails, or the project is not whole afterwards. */
export async function attackWire(seed: number, messages: number, requests: number): Promise<HostileFigures> {
  const bugs: unknown[] = []
  const served = await serveCloud(undefined, {
    log: { ...openLog('silent'), error: (error) => void bugs.push(error) },
    limits: {
      ofPerson: 100,
      inWorks: 1e9,
      processor: { loop: unbounded, threads: unbounded, shared: unbounded },
      messages: unbounded,
      bytes: unbounded,
    },
  })
  const figures: HostileFigures = { messages: 0, requests: 0, answers: {} }
  const found: Found = []
  let renewing: NodeJS.Timeout | undefined
  try {
    const person = await served.person('Ann')
    const uuid = await person.project('Attacked')
    renewing = setInterval(() => void renew(person).catch((error) => bugs.push(error)), renewEvery)
    const victim = { uuid: await person.project('Victim') }
    const sides = 4
    await Promise.all([
      ...Array.from({ length: sides }, (_, side) =>
        attackSocket(random(seed * 10 + side), person, uuid, messages / sides, figures, found),
      ),
      ...Array.from({ length: sides }, (_, side) =>
        attackHttp(random(seed * 10 + 5 + side), served, person, uuid, requests / sides, victim, figures, found),
      ),
    ])
    if (bugs.length > 0)
      throw new Error(`${bugs.length} bugs; the first: ${bugs[0] instanceof Error ? bugs[0].stack : bugs[0]}`)
    if (found.length > 0) throw new Error(`${found.length} failures; the first:\n${found.slice(0, 3).join('\n')}`)
    const whole = await again(() => person.call(`/web/api/v2/projects/${uuid}/json`))
    if (!whole.ok) throw new Error(`the project does not open any more: ${whole.status}`)
    await whole.arrayBuffer()
    return figures
  } finally {
    clearInterval(renewing)
    await served.end()
  }
}
