/** What a person may do changes while their sockets are open: 1 §6 and §8, and the bounds of what a socket may send. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/model/operations.ts'
import { closeCodes, type PushAnswer } from '../../src/model/protocol.ts'
import { mutationText } from '../../src/model/wireText.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect, quirk, type SocketClient, ticketOf } from '../testing/socketClient.ts'
import { processorLimits } from './reader.ts'

let served: ServedCloud
let ann: Someone
let ben: Someone
let eve: Someone
let uuid = ''
beforeAll(async () => {
  served = await serveCloud()
  ann = await served.person('Ann')
  ben = await served.person('Ben')
  eve = await served.person('Eve')
  uuid = await ann.project('Together')
})
afterAll(() => served.end())

const joined = async (person: Someone, project = uuid): Promise<SocketClient> => {
  const client = await connect(person)
  await client.open(project)
  return client
}
const by = (author: string, operation: Operation): Operation => ({
  ...operation,
  args: { ...operation.args, author },
})
let lastId = 8192 * 1000
const newQuirk = (author: string) => {
  lastId += 1
  return by(author, quirk(lastId))
}
const message = (author: string, id: number): Operation => ({
  name: 'chatMessageCreateOrUpdate',
  args: { id, message: 'Hello', author, timestamp: 1, create: true },
})
const kinds = ({ steps }: PushAnswer) =>
  steps.map((step) => ('problem' in step ? step.problem.kind : 'seq' in step ? 'taken' : 'stale'))
/** The rights that a socket was told of, unasked, before the next answer on it. */
const toldBy = async (client: SocketClient, act: () => Promise<void>) => {
  const before = client.frames.length
  await act()
  await client.ask('{ ping }')
  return client.frames.slice(before, -1).map(({ msg_id, access_privilege }) => msg_id ?? access_privilege)
}
const pushTo = (person: Someone, client: SocketClient, n: number, steps: Operation[][]) =>
  person.send('POST', `/v1/thicket/push?project=${uuid}`, {
    push: { client: client.client, n, base: client.head },
    steps: steps.map((step) => ({ ...mutationText(step), versions: {} })),
  })

describe('a right that changes', () => {
  it('reaches an open socket before its next answer, as a frame with the new one, and holds at once', async () => {
    await ann.share(uuid, ben, 'read')
    const client = await joined(ben)
    expect(client.frames.at(-1)?.access_privilege).toBe('read')
    expect(kinds(await client.push(1, [[newQuirk('Ben')]]))).toEqual(['readOnly'])
    expect(await toldBy(client, () => ann.share(uuid, ben, 'write'))).toEqual(['write'])
    expect(kinds(await client.push(2, [[newQuirk('Ben')]]))).toEqual(['taken'])
    expect(await toldBy(client, () => ann.share(uuid, ben, 'read'))).toEqual(['read'])
    expect(kinds(await client.push(3, [[newQuirk('Ben')]]))).toEqual(['readOnly'])
    // The same again is nothing new.
    expect(await toldBy(client, () => ann.share(uuid, ben, 'read'))).toEqual([])
    client.socket.close()
  })

  it('is told in words, by a refusal of whatever kind', async () => {
    await ann.share(uuid, ben, 'read')
    const client = await joined(ben)
    const told = async (request: object) => (await client.raw(request)).json_data.errors?.[0]
    const made = 'mutation { groupCreateOrUpdate(description: "Mine") }'
    expect(await told({ query: made })).toEqual({
      message: 'You can read this project but not change it. Ask its owner for write access.',
      problem: { kind: 'readOnly' },
    })
    await ann.share(uuid, ben, 'write')
    const mine = { client: client.client, n: 1, base: client.head }
    for (const [kind, request] of [
      ['socketClosed', { push: { ...mine, client: 8000 }, steps: [{ query: made, variables: {}, versions: {} }] }],
      ['notSignedIn', { auth: 'none', query: '{ ping }' }],
    ] as const) {
      const { message = '', problem } = (await told(request)) ?? {}
      expect(problem?.kind).toBe(kind)
      expect(message, kind).toMatch(/^[A-Z].* .*\.$/)
    }
  })

  it('reaches both open windows when a project is handed over: the new owner’s and the former one’s', async () => {
    const study = await ann.project('Handed over')
    await ann.share(study, ben, 'read')
    await ann.share(study, eve, 'read')
    const [former, next, reader] = [await joined(ann, study), await joined(ben, study), await joined(eve, study)]
    const before = reader.frames.length
    const handed = await ann.send('PUT', `/web/api/v2/projects/${study}/owner`, { user: ben.email })
    expect(handed.status).toBe(200)
    for (const [client, access] of [
      [next, 'own'],
      [former, 'write'],
    ] as const) {
      await client.ask('{ ping }')
      expect(client.frames.some((frame) => !frame.msg_id && frame.access_privilege === access)).toBe(true)
    }
    expect(kinds(await former.push(1, [[newQuirk('Ann')]]))).toEqual(['taken'])
    // The owner alone takes another's message away.
    const id = 8192 * 900
    expect(kinds(await former.push(2, [[message('Ann', id)]]))).toEqual(['taken'])
    expect(kinds(await next.push(1, [[{ name: 'chatMessageRemove', args: { id } }]]))).toEqual(['taken'])
    expect(
      reader.frames.slice(before).filter(({ access_privilege }) => access_privilege && access_privilege !== 'read'),
    ).toEqual([])
    for (const client of [former, next, reader]) client.socket.close()
  })

  it('puts a removed person out, who gets nothing that comes after', async () => {
    await ann.share(uuid, ben, 'write')
    const client = await joined(ben)
    const other = await joined(ben)
    const owner = await joined(ann)
    await ann.call(`/web/api/v2/projects/${uuid}/share?user=ben%40example.org`, { method: 'DELETE' })
    expect(await Promise.all([client.closed, other.closed])).toEqual([closeCodes.reset, closeCodes.reset])
    await owner.push(1, [[newQuirk('Ann')]])
    const last = client.frames.at(-1)
    expect(last).toMatchObject({ status: 403, json_data: { errors: [{ message: 'Access revoked' }] } })
    expect(last?.msg_id).toBeUndefined()
    expect(last?.json_data.errors?.[0]?.problem).toEqual({ kind: 'accessRevoked', deleted: false })
    // Nor by any other way.
    expect((await ben.send('GET', `/v1/thicket/projects/${uuid}/events?since=0`)).status).toBe(404)
    expect((await ben.send('GET', `/v1/thicket/projects/${uuid}/snapshot`)).status).toBe(404)
    expect((await pushTo(ben, client, 9, [[newQuirk('Ben')]])).status).toBe(404)
    const back = await connect(ben)
    const refused = await back.ask('query ($uuid: String!) { dbOpen(uuid: $uuid) }', { uuid })
    expect(refused).toMatchObject({ status: 403, json_data: { errors: [{ message: 'Access revoked' }] } })
    owner.socket.close()
  })

  it('tells a stranger as little of a project that is there as of one that is not', async () => {
    const answers = []
    // One of those was shared with them once.
    const gone = await ann.project('Gone meanwhile')
    await ann.share(gone, eve, 'read')
    await ann.send('DELETE', `/web/api/v2/projects/${gone}`)
    await ann.call(`/web/api/v2/projects/${uuid}/share?user=eve%40example.org`, { method: 'DELETE' })
    for (const each of [uuid, '00000000-0000-4000-8000-000000000000', gone]) {
      const client = await connect(eve)
      const reply = await client.ask('query ($uuid: String!) { dbOpen(uuid: $uuid) }', { uuid: each })
      answers.push({ ...reply, closed: await client.closed })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toEqual(answers[2])
    expect(answers[0]?.json_data.errors?.[0]?.problem).toEqual({ kind: 'accessRevoked' })
    expect(answers[0]?.status).toBe(403)
  })

  it('leaves the sockets of everybody else as they are', async () => {
    await ann.share(uuid, ben, 'write')
    await ann.share(uuid, eve, 'read')
    const client = await joined(eve)
    const before = client.frames.length
    await ann.call(`/web/api/v2/projects/${uuid}/share?user=ben%40example.org`, { method: 'DELETE' })
    await client.ask('{ ping }')
    expect(client.frames.length).toBe(before + 1)
    client.socket.close()
  })
})

describe('a session that ends', () => {
  it('closes its own sockets, sooner than silence would, and no ticket of it is taken', async () => {
    const one = await ann.again()
    const two = await ann.again()
    const [first, second] = [await joined(one), await joined(two)]
    const ticket = await ticketOf(one)
    await one.call('/web/api/v2/auth/logout', {
      method: 'POST',
      body: { access_token: one.secret, refresh_token: one.refresh },
    })
    expect(await first.closed).toBe(closeCodes.databaseNotOpen)
    expect(first.frames.at(-1)).toMatchObject({
      status: 403,
      json_data: { errors: [{ problem: { kind: 'notSignedIn' } }] },
    })
    expect((await served.call(`/v1/thicket?ticket=${ticket}`)).status).toBe(401)
    expect((await one.call('/web/api/v2/projects')).status).toBe(401)
    expect((await second.ask('{ ping }')).status).toBe(200)
    second.socket.close()
  })

  it('and a deleted account, with its projects, whoever has them open', async () => {
    const gone = await served.person('Gone')
    const project = await gone.project('Mine')
    await gone.share(project, eve, 'write')
    const theirs = await joined(gone, project)
    const shared = await joined(eve, project)
    const refused = await gone.send('DELETE', '/web/api/user/delete', { password: gone.password })
    expect(refused).toMatchObject({ status: 409, body: { problem: { kind: 'sharedProjects', count: 1 } } })
    // As an operator may, and the end of an account that nobody has paid for does.
    const removed = served.cloud.host.accounts.remove(gone.id)
    if ('ok' in removed) for (const each of removed.ok) await served.rooms.removed(each)
    expect(await theirs.closed).toBe(closeCodes.databaseNotOpen)
    expect(await shared.closed).toBe(closeCodes.reset)
    expect(shared.frames.at(-1)).toMatchObject({ status: 403, json_data: { errors: [{ message: 'Access revoked' }] } })
    expect((await gone.call('/web/api/v2/projects')).status).toBe(401)
  })

  it('takes no token of another person on a socket', async () => {
    const client = await joined(ann)
    client.socket.send(JSON.stringify({ msg_id: 'other', auth: eve.secret, query: '{ ping }' }))
    expect(await client.closed).toBe(closeCodes.databaseNotOpen)
    expect(client.frames.at(-1)).toMatchObject({ msg_id: 'other', status: 403 })
  })
})

describe('names', () => {
  it('are fixed at the first coming, and two of one name are told apart', async () => {
    const twin = await served.person('Twin')
    const other = await served.person('Twin 2')
    await other.send('PUT', '/web/api/user/account', { name: 'Twin' })
    const project = await twin.project('Twins')
    await twin.share(project, other, 'write')
    const [one, two] = [await joined(twin, project), await joined(other, project)]
    expect(kinds(await one.push(1, [[by('Twin', quirk(8192))]]))).toEqual(['taken'])
    expect(kinds(await two.push(1, [[by('Twin', quirk(8193))]]))).toEqual(['foreignAuthor'])
    expect(kinds(await two.push(2, [[by('Twin (2)', quirk(8193))]]))).toEqual(['taken'])
    await twin.send('PUT', '/web/api/user/account', { name: 'Somebody else' })
    expect(kinds(await one.push(2, [[by('Twin', quirk(8194))]]))).toEqual(['taken'])
    one.socket.close()
    two.socket.close()
  })

  it('of the project’s people are theirs alone; those of an import are anybody’s who may write', async () => {
    await ann.share(uuid, ben, 'write')
    await ann.share(uuid, eve, 'read')
    const people = [await joined(ann), await joined(ben), await joined(eve)] as const
    const [owner, writer, reader] = people
    expect(kinds(await writer.push(1, [[newQuirk('Prof. Imported')]]))).toEqual(['taken'])
    expect(kinds(await owner.push(1, [[newQuirk('Prof. Imported')]]))).toEqual(['taken'])
    expect(kinds(await writer.push(2, [[newQuirk('Ann')]]))).toEqual(['foreignAuthor'])
    expect(kinds(await owner.push(2, [[newQuirk('Ben')]]))).toEqual(['foreignAuthor'])
    expect(kinds(await owner.push(3, [[message('Prof. Imported', 8192 * 77)]]))).toEqual(['foreignAuthor'])
    expect(kinds(await reader.push(1, [[newQuirk('Eve')]]))).toEqual(['readOnly'])
    for (const client of people) client.socket.close()
  })

  it('come back with what they have made by whoever goes back to it, after a backup was put in place too', async () => {
    const study = await ann.project('Put in place')
    await ann.share(study, ben, 'write')
    const at = (path: string) => `/v1/thicket/projects/${study}/${path}`
    const backup = (await ann.send('POST', at('backups'), {})).body as { id: string }
    const writer = await joined(ben, study)
    const [theirs, gone] = [newQuirk('Ben'), newQuirk('Ben')]
    await writer.push(1, [[theirs, gone, message('Ben', 8192 * 90)]])
    await writer.push(2, [[{ name: 'quirkRemove', args: { id: gone.args.id as number } }]])
    expect((await ann.send('POST', at(`backups/${backup.id}/restore`), {})).status).toBe(200)
    await writer.closed
    const owner = await joined(ann, study)
    expect(kinds(await owner.push(1, [[newQuirk('Ben')]]))).toEqual(['foreignAuthor'])
    const forged = { ...message('Ben', 8192 * 90), args: { ...message('Ben', 8192 * 90).args, message: 'No' } }
    expect(kinds(await owner.push(2, [[forged]]))).toEqual(['foreignAuthor'])
    expect(kinds(await owner.push(3, [[theirs, gone, message('Ben', 8192 * 90)]]))).toEqual(['taken'])
    owner.socket.close()
  })

  it('bind by HTTP as on the socket', async () => {
    const [client, other] = [await joined(ben), await joined(ann)]
    expect((await pushTo(ben, client, 1, [[newQuirk('Ann')]])).body).toMatchObject({
      json_data: { push: { steps: [{ problem: { kind: 'foreignAuthor' } }] } },
    })
    expect((await pushTo(ben, client, 2, [[newQuirk('Ben')]])).body).toMatchObject({
      json_data: { push: { steps: [{ seq: expect.any(Number) }] } },
    })
    // Nor under the number of another person’s client.
    expect((await pushTo(ben, other, 1, [[newQuirk('Ben')]])).body).toEqual({ problem: { kind: 'socketClosed' } })
    client.socket.close()
    other.socket.close()
  })
})

describe('a reader', () => {
  it('chats, and removes own messages, nothing else', async () => {
    await ann.share(uuid, eve, 'read')
    const owner = await joined(ann)
    const reader = await joined(eve)
    const [mine, theirs] = [8192 * 50, 8192 * 60]
    await owner.push(1, [[message('Ann', theirs)]])
    expect(kinds(await reader.push(1, [[message('Eve', mine)]]))).toEqual(['taken'])
    const remove = (id: number): Operation => ({ name: 'chatMessageRemove', args: { id } })
    const change = (id: number): Operation => ({
      name: 'chatMessageCreateOrUpdate',
      args: { id, message: 'I never said that' },
    })
    expect(kinds(await reader.push(2, [[remove(theirs)]]))).toEqual(['readOnly'])
    expect(kinds(await reader.push(3, [[change(theirs)]]))).toEqual(['readOnly'])
    expect(kinds(await reader.push(4, [[change(mine)]]))).toEqual(['readOnly'])
    expect(kinds(await owner.push(2, [[change(mine)]]))).toEqual(['readOnly'])
    expect(kinds(await reader.push(5, [[remove(mine)]]))).toEqual(['taken'])
    // What was removed comes back in its author’s name with the same words alone.
    const forged = { ...message('Eve', mine), args: { ...message('Eve', mine).args, message: 'I said so' } }
    expect(kinds(await owner.push(3, [[forged]]))).toEqual(['foreignAuthor'])
    // A step is taken whole or not at all.
    expect(kinds(await reader.push(6, [[message('Eve', mine + 1), newQuirk('Eve')]]))).toEqual(['readOnly'])
    expect(kinds(await owner.push(4, [[remove(theirs)]]))).toEqual(['taken'])
    owner.socket.close()
    reader.socket.close()
  })
})

describe('a client’s number', () => {
  it('is its person’s: another one who names it gets a new one, and nobody is put out', async () => {
    await ann.share(uuid, ben, 'write')
    const first = await joined(ann)
    const thief = await connect(ben)
    thief.client = first.client
    thief.epoch = first.epoch
    const opened = await thief.open(uuid, first.head)
    expect(opened.client).not.toBe(first.client)
    expect((await first.ask('{ ping }')).status).toBe(200)
    // Its own person keeps it.
    const again = await connect(ann)
    again.client = first.client
    again.epoch = first.epoch
    expect((await again.open(uuid, first.head)).client).toBe(first.client)
    expect(await first.closed).toBe(closeCodes.normal)
    again.socket.close()
    thief.socket.close()
  })
})

describe('bounds', () => {
  const pingOf = (client: SocketClient, bytes: number) =>
    client.raw({ query: '{ ping }', variables: { filler: 'x'.repeat(bytes) } })

  it('hold a socket back that says too much, and all of a person who sends too many bytes, and nobody else', async () => {
    // What is beyond is waited for until long after this test.
    const bounded = await serveCloud(undefined, {
      limits: {
        ofPerson: 3,
        messages: { perSecond: 0.001, atOnce: 20 },
        bytes: { perSecond: 1, atOnce: 1_000_000 },
      },
    })
    const [zoe, kim] = [await bounded.person('Zoe'), await bounded.person('Kim')]
    const [often, much] = [await connect(kim), [await connect(zoe), await connect(zoe)] as const]
    const ofZoe = () => much[0].frames.length + much[1].frames.length
    // So large that a few alone are read together; what is held back is never answered.
    for (let n = 0; n < 40; n += 1) void pingOf(often, 20_000).catch(() => {})
    for (let n = 0; n < 3; n += 1) for (const each of much) void pingOf(each, 400_000).catch(() => {})
    const other = await connect(await bounded.person('Max'))
    for (let n = 0; n < 15; n += 1) expect((await other.ask('{ ping }')).status).toBe(200)
    await expect.poll(() => often.frames.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(20)
    // Each of the two may have begun with one more before it hears of it.
    await expect.poll(ofZoe, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    expect((await other.ask('{ ping }')).status).toBe(200)
    expect(often.frames.length).toBeLessThan(40)
    expect(ofZoe()).toBeLessThan(5)
    // Nor is anything won by another socket, of which what comes first is read.
    const another = await connect(zoe)
    for (let n = 0; n < 40; n += 1) void pingOf(another, 20_000).catch(() => {})
    await expect.poll(() => another.frames.length).toBeGreaterThanOrEqual(1)
    expect((await other.ask('{ ping }')).status).toBe(200)
    expect(another.frames.length).toBeLessThan(40)
    await bounded.end()
  })

  it('lose nothing of what they slow down, and admit so many sockets of a person', async () => {
    const bounded = await serveCloud(undefined, {
      limits: {
        ofPerson: 2,
        messages: { perSecond: 100, atOnce: 20 },
        bytes: { perSecond: 1_000_000, atOnce: 1_000_000 },
      },
    })
    const zoe = await bounded.person('Zoe')
    const client = await connect(zoe)
    await Promise.all(Array.from({ length: 75 }, () => client.ask('{ ping }')))
    await Promise.all(Array.from({ length: 5 }, () => pingOf(client, 400_000)))
    expect(client.frames.map(({ status }) => status)).toEqual(Array.from({ length: 80 }, () => 200))
    const second = await connect(zoe)
    await expect(connect(zoe)).rejects.toThrow('429')
    second.socket.close()
    await second.closed
    const third = await connect(zoe)
    third.socket.close()
    client.socket.close()
    await bounded.end()
  })

  it('take whoever needs much of the shared threads behind the others, without a step lost or a socket closed', async () => {
    const limits = { processor: { ...processorLimits, shared: { perSecond: 0.001, atOnce: 0, patience: 60_000 } } }
    const bounded = await serveCloud(undefined, { limits, settings: { threads: 2 } })
    const [zoe, max] = [await bounded.person('Zoe'), await bounded.person('Max')]
    const shared = await zoe.project('Shared')
    await zoe.share(shared, max, 'write')
    const [mine, other] = [await joined(zoe, shared), await joined(max, shared)]
    const large = () => Array.from({ length: 60 }, () => newQuirk('Zoe'))
    const sent = [
      ...Array.from({ length: 12 }, (_, i) => mine.push(i + 1, [i % 3 === 0 ? large() : [newQuirk('Zoe')]])),
      ...Array.from({ length: 12 }, (_, i) => other.push(i + 1, [[newQuirk('Max')]])),
    ]
    expect((await Promise.all(sent)).flatMap(kinds)).toEqual(sent.map(() => 'taken'))
    for (const client of [mine, other])
      await expect.poll(() => client.seqs).toEqual(Array.from({ length: sent.length }, (_, i) => i + 1))
    await bounded.end()
  })

  it('admit a ticket of a session that stands, once', async () => {
    const ticket = await ticketOf(ann)
    const tries = await Promise.all(
      Array.from({ length: 50 }, async () => (await served.call(`/v1/thicket?ticket=${ticket}`)).status),
    )
    // Not an upgrade: the ticket is spent all the same.
    expect(tries.filter((status) => status !== 401).length).toBe(1)
  })
})
