/** The socket's rules: dbOpen first, order of events and answers, what large things do, who is told what. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { pushBytes, socketBytes } from '../../src/model/limits.ts'
import { changesOf } from '../../src/model/operations.ts'
import { isProblem } from '../../src/model/problems.ts'
import { closeCodes, type Event, protocolVersion } from '../../src/model/protocol.ts'
import { firstQuestionId } from '../../src/model/schema.ts'
import { plainStep } from '../../src/model/text/edit.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import { mutationText } from '../../src/model/wireText.ts'
import { rawRequest } from '../testing/rawRequest.ts'
import { type Served, serve, testFolder } from '../testing/serve.ts'
import { connect, quirk, type SocketClient } from '../testing/socketClient.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.end())

const until = async (holds: () => boolean) => {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 4000) throw new Error('it did not come')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const eventsOf = (client: SocketClient) => client.frames.flatMap((frame) => (frame.json_data.events ?? []) as Event[])
/** How often the text has come or was edited, by what is told of it. */
const versionsIn = (events: readonly Event[], answerId: number) =>
  events
    .flatMap(({ operations }) => changesOf(operations))
    .filter((change) =>
      change.op === 'edit'
        ? change.answerId === answerId
        : change.op === 'insert' && change.table === 'question_answers' && change.id === answerId,
    ).length
const open = async (uuid: string) => {
  const client = await connect(served)
  await client.open(uuid)
  return client
}

describe('dbOpen', () => {
  it('1 §4: comes first, and says open with a client number, the epoch and the head', async () => {
    const uuid = await served.project('open')
    const client = await connect(served)
    expect((await client.ask('{ quirkQueryList }')).status).toBe(400)
    expect(await client.open(uuid)).toMatchObject({
      status: 'open',
      client: 1,
      head: 0,
      protocol: protocolVersion,
      name: expect.stringContaining('open.qrk'),
    })
    expect((await client.ask('{ quirkQueryList ping }')).json_data.data).toEqual({ quirkQueryList: [], ping: true })
  })

  it('says closed with the problem for a project that is not there, and for a page of another protocol', async () => {
    const uuid = await served.project('old')
    const client = await connect(served)
    const ask = async (args: string) => (await client.ask(`{ dbOpen(${args}) { status } }`)).json_data
    expect(await ask('uuid: "none"')).toEqual({
      data: { dbOpen: { status: 'closed', protocol: protocolVersion } },
      errors: [{ message: "Couldn't open DB", problem: { kind: 'projectNotFound', name: 'none' } }],
    })
    for (const protocol of [protocolVersion + 1, protocolVersion - 2])
      expect((await ask(`uuid: "${uuid}", protocol: ${protocol}`)).errors?.[0]?.problem).toEqual({ kind: 'pageTooOld' })
    expect(await ask(`uuid: "${uuid}", protocol: ${protocolVersion - 1}`)).toEqual({
      data: { dbOpen: { status: 'open' } },
    })
  })

  it('closes the older socket of the same client', async () => {
    const uuid = await served.project('twice')
    const older = await open(uuid)
    const newer = await connect(served)
    Object.assign(newer, { client: older.client, epoch: older.epoch })
    await newer.open(uuid)
    expect(newer.client).toBe(older.client)
    expect(await older.closed).toBe(closeCodes.normal)
    expect((await newer.ask('{ ping }')).status).toBe(200)
  })

  it('closes the older socket too where what was asked on it comes late', async () => {
    const uuid = await served.project('late')
    const first = await open(uuid)
    const [given, now] = [await connect(served), await connect(served)]
    for (const socket of [given, now]) Object.assign(socket, { client: first.client, epoch: first.epoch })
    await now.open(uuid)
    void given.open(uuid).catch(() => {})
    expect(await given.closed).toBe(closeCodes.normal)
    expect((await now.ask('{ ping }')).status).toBe(200)
    expect((await now.push(1, [[quirk(8193)]])).steps).toEqual([{ seq: 1 }])
  })
})

describe('steps', () => {
  it('come to everybody else as events, to the sender as the answer, and to a repeat as the same answer', async () => {
    const uuid = await served.project('steps')
    const [ann, ben] = [await open(uuid), await open(uuid)]
    const answer = await ann.push(1, [[quirk(8193)], [quirk(8195), quirk(8197)]])
    expect(answer).toEqual({ n: 1, steps: [{ seq: 1 }, { seq: 2 }] })
    await until(() => ben.seqs.length === 2)
    expect(eventsOf(ben).map(({ seq, client, n, i }) => ({ seq, client, n, i }))).toEqual([
      { seq: 1, client: ann.client, n: 1, i: 0 },
      { seq: 2, client: ann.client, n: 1, i: 1 },
    ])
    expect(eventsOf(ben)[0]?.operations).toEqual([quirk(8193)])
    expect(eventsOf(ann)).toEqual([])
    expect(await ann.push(1, [[quirk(8193)], [quirk(8195), quirk(8197)]])).toEqual(answer)
    expect((await ann.push(1, [[quirk(9999)]])).steps[0]).toHaveProperty('problem.kind', 'badRequest')
    expect((await ben.ask('{ quirkQueryList { id } }')).json_data.data?.quirkQueryList).toHaveLength(3)
  })

  it('each socket gets every number once, in order, its own in their places', async () => {
    const uuid = await served.project('order')
    const clients = await Promise.all([open(uuid), open(uuid), open(uuid), open(uuid)])
    const pushes = clients.flatMap((client, c) =>
      Array.from({ length: 50 }, (_, i) => client.push(i + 1, [[quirk((c + 1) * 100_000 + i)]])),
    )
    await Promise.all(pushes)
    await until(() => clients.every(({ seqs }) => seqs.length === 200))
    for (const { seqs } of clients) expect(seqs).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  })

  it('an API client’s mutation answers with the key, its row’s problem with the problem', async () => {
    const uuid = await served.project('api')
    const [api, ann] = [await open(uuid), await open(uuid)]
    const made = await api.ask('mutation { trust: quirkCreateOrUpdate(title: "Trust", color: "#aabbcc") }')
    expect(made).toMatchObject({
      status: 200,
      access_privilege: 'own',
      json_data: { data: { trust: expect.any(Number) } },
    })
    await until(() => ann.seqs.length === 1)
    expect(eventsOf(ann)[0]).toMatchObject({ client: 0, n: 0 })
    const refused = await api.ask(
      'mutation { quirkCreateOrUpdate(id: 5, title: "x", description: "", color: "#aabbcc", x: 0, y: 0, parentQuirkId: 77, author: "A", timestamp: 1, create: true) }',
    )
    expect([refused.status, refused.json_data.errors?.[0]?.problem?.kind]).toEqual([400, 'parentRemoved'])
    expect((await api.ask('mutation { nothing }')).status).toBe(400)
    expect((await api.raw({ push: { client: 999, n: 1, base: 0 }, steps: [mutationText([quirk(1)])] })).status).toBe(
      400,
    )
  })

  it('a text that a mutation makes and removes again is no version of it; one that it makes twice is refused', async () => {
    const uuid = await served.project('texts')
    const [api, ann] = [await open(uuid), await open(uuid)]
    const made = (id: number) =>
      `answerCreateOrUpdate(id: ${id}, sourceId: 11, questionId: ${firstQuestionId}, answer: "<p>One.</p>", create: true)`
    await api.ask('mutation { sourceCreateOrUpdate(id: 11, title: "Kelly", create: true) }')
    const back = await api.ask(`mutation { made: ${made(12)} gone: answerRemove(id: 12) }`)
    expect(back.json_data.data).toEqual({ made: null, gone: null })
    expect((await api.ask(`mutation { made: ${made(12)} }`)).json_data.data).toEqual({ made: 12 })
    await until(() => ann.seqs.length === 3)
    const edit = [plainStep(parseHtml('<p>One.</p>'), [{ from: 0, to: 0, insert: 'Yes. ' }])]
    const typed = { name: 'answerCreateOrUpdate', args: { id: 12, sourceId: 11, questionId: firstQuestionId, edit } }
    const steps = [{ ...mutationText([typed]), versions: { 12: versionsIn(eventsOf(ann), 12) } }]
    const taken = await ann.raw({ push: { client: ann.client, n: 1, base: 3 }, steps })
    expect(taken.json_data.push).toEqual({ n: 1, steps: [{ seq: 4 }] })
    const twice = await api.ask(`mutation { a: ${made(13)} b: answerRemove(id: 13) c: ${made(13)} }`)
    expect(twice.json_data.errors?.[0]?.problem).toEqual({ kind: 'idExists' })
  })

  it('one that joins with what it has gets what came since; one of another epoch is told to read a snapshot', async () => {
    const uuid = await served.project('since')
    const ann = await open(uuid)
    for (let n = 1; n <= 20; n += 1) await ann.push(n, [[quirk(n + 10_000)]])
    const back = await connect(served)
    Object.assign(back, { client: 0, epoch: ann.epoch })
    expect(await back.open(uuid, 12)).not.toHaveProperty('snapshot')
    await until(() => back.seqs.length === 8)
    expect(back.seqs).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
    const stranger = await connect(served)
    expect(await stranger.open(uuid)).toMatchObject({ snapshot: true, head: 20 })
    await ann.push(21, [[quirk(20_021)]])
    await until(() => stranger.seqs.length === 1)
    expect(stranger.seqs).toEqual([21])
  })

  it('an own step whose answer was lost comes as an event to the next socket', async () => {
    const uuid = await served.project('lost')
    const ann = await open(uuid)
    await ann.push(1, [[quirk(10_001)]])
    ann.socket.terminate()
    const again = await connect(served)
    Object.assign(again, { client: ann.client, epoch: ann.epoch, head: 0 })
    await again.open(uuid, 0)
    expect(again.client).toBe(ann.client)
    await until(() => again.seqs.length === 1)
    again.head = 0 // frozen when it was first sent
    expect(await again.push(1, [[quirk(10_001)]])).toEqual({ n: 1, steps: [{ seq: 1 }] })
  })
})

describe('what is large', () => {
  const largeQuirks = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...quirk(from + i),
      args: { ...quirk(from + i).args, description: `${i}${'d'.repeat(90_000)}` },
    }))

  it('goes by HTTP, is announced on the sockets, and is read by HTTP', async () => {
    const uuid = await served.project('large')
    const [ann, ben] = [await open(uuid), await open(uuid)]
    const body = {
      push: { client: ann.client, n: 1, base: 0 },
      steps: [{ ...mutationText(largeQuirks(20, 10_000)), versions: {} }],
    }
    const response = await served.call(`/v1/thicket/push?project=${uuid}`, { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { json_data: { push: { n: 1, steps: [{ seq: 1 }] } } },
    ])
    await ann.push(2, [[quirk(5000)]])
    await until(() => ben.seqs.length === 2 && ann.seqs.length === 2)
    expect(ben.frames.flatMap((frame) => frame.json_data.events ?? [])[0]).toEqual({ seq: 1, fetch: true })
    expect(
      ann.frames.flatMap((frame) =>
        frame.json_data.push ? [[frame.msg_id === undefined, frame.json_data.push.n]] : [],
      ),
    ).toEqual([
      [true, 1],
      [false, 2],
    ])
    const read = (await (await served.call(`/v1/thicket/projects/${uuid}/events?since=0`)).json()) as {
      events: Event[]
      head: number
    }
    expect([
      read.head,
      read.events[0]?.operations[0]?.name,
      JSON.stringify(read.events[0]).length > socketBytes,
    ]).toEqual([2, 'quirkBatchCreateOrUpdate', true])
  })

  it('a push by HTTP is taken only for a client whose socket is open', async () => {
    const uuid = await served.project('nobody')
    const post = (body: unknown) => served.call(`/v1/thicket/push?project=${uuid}`, { method: 'POST', body })
    const steps = [{ ...mutationText([quirk(1)]), versions: {} }]
    expect((await post({ push: { client: 1, n: 1, base: 0 }, steps })).status).toBe(409)
    for (const body of [{ steps }, 'x', null]) expect((await post(body)).status).toBe(400)
  })

  it('a socket that takes nothing is not fed, and gets all of it, in order, when it takes again', async () => {
    const uuid = await served.project('slow')
    const [ann, slow] = [await open(uuid), await open(uuid)]
    slow.socket.pause()
    const before = process.memoryUsage().rss
    const text = 'd'.repeat(60_000)
    for (let n = 1; n <= 400; n += 1)
      await ann.push(n, [[{ ...quirk(10_000 + n), args: { ...quirk(10_000 + n).args, description: text } }]])
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
    expect(slow.seqs.length).toBeLessThan(100)
    slow.socket.resume()
    await until(() => slow.seqs.length === 400)
    expect(slow.seqs).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
  })

  it('one that takes nothing for its time is cut off, and what the others get goes on whole', async () => {
    const impatient = await serve(testFolder(), { stuckAfter: 1000 })
    try {
      const uuid = await impatient.project('stuck')
      const [ann, stuck, ben] = [await connect(impatient), await connect(impatient), await connect(impatient)]
      for (const client of [ann, stuck, ben]) await client.open(uuid)
      const room = await impatient.rooms.open(uuid)
      if (isProblem(room)) throw new Error(room.problem.kind)
      stuck.socket.pause()
      const text = 'd'.repeat(60_000)
      let last = 0
      const push = async () => {
        last += 1
        const made = quirk(10_000 + last)
        expect(await ann.push(last, [[{ ...made, args: { ...made.args, description: text } }]])).toEqual({
          n: last,
          steps: [{ seq: last }],
        })
      }
      while (last < 300) await push()
      // On until the server has given it up: nobody waits for it.
      while (room.ok.feed.size === 3) await push()
      const cutAfter = last
      await push()
      await until(() => ben.seqs.length === last)
      expect(ben.seqs).toEqual(Array.from({ length: last }, (_, i) => i + 1))
      stuck.socket.resume()
      // The word that it is too slow comes behind what it has not read.
      expect(await stuck.closed).toBe(1006)
      expect(stuck.seqs.length).toBeLessThan(cutAfter)
      expect(stuck.seqs).toEqual(Array.from({ length: stuck.seqs.length }, (_, i) => i + 1))
    } finally {
      await impatient.end()
    }
  })

  it('one that reads on then is told why: it was too slow', async () => {
    const folder = testFolder()
    let serving = await serve(folder, { stuckAfter: 1000 })
    const closes = vi.spyOn(WebSocket.prototype, 'close')
    try {
      const uuid = await serving.project('slow')
      const [ann, slow] = [await connect(serving), await connect(serving)]
      for (const client of [ann, slow]) await client.open(uuid)
      slow.socket.pause()
      let last = 0
      while (!closes.mock.calls.some(([code]) => code === closeCodes.slow)) {
        last += 1
        const made = quirk(10_000 + last)
        await ann.push(last, [[{ ...made, args: { ...made.args, description: 'd'.repeat(60_000) } }]])
      }
      slow.socket.resume()
      expect(await slow.closed).toBe(4008)
      expect(slow.seqs).toEqual(Array.from({ length: slow.seqs.length }, (_, i) => i + 1))
      // It comes again, to a server with more patience than a busy machine needs, and misses nothing.
      await serving.close()
      serving = await serve(folder)
      const again = await connect(serving)
      again.epoch = slow.epoch
      expect((await again.open(uuid, slow.seqs.length)).head).toBe(last)
      await until(() => again.seqs.length === last - slow.seqs.length)
    } finally {
      closes.mockRestore()
      await serving.end()
    }
  })
})

describe('what comes in', () => {
  it('broken frames get an answer and harm nobody', async () => {
    const client = await connect(served)
    for (const text of ['', '{', 'null', '[]', '{"msg_id":7}', '"x"', `{"msg_id":"${'i'.repeat(200)}"}`])
      client.socket.send(text)
    await until(() => client.frames.length === 7)
    expect(client.frames.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 400))
    for (const broken of [
      { query: 7 },
      { query: { toString: 1 } },
      { query: '{' },
      { query: '{ ping }', variables: 'x' },
      { push: 'x' },
      { steps: [] },
      { steps: [7] },
      { push: { client: 1.5, n: 1, base: 0 }, query: 'mutation { quirkRemove(id: 1) }' },
    ])
      expect([200, 400]).toContain((await client.raw(broken)).status)
    expect((await client.ask('{ ping }')).json_data.data).toEqual({ ping: true })
  })

  it('a push before dbOpen, in the number of another client, or of more than 64 MiB is refused', async () => {
    const uuid = await served.project('whose')
    const [early, ann, ben] = [await connect(served), await open(uuid), await open(uuid)]
    const steps = [{ ...mutationText([quirk(1)]), versions: {} }]
    const refused = (kind: string) => ({ status: 400, json_data: { errors: [{ problem: { kind } }] } })
    expect(await early.raw({ push: { client: 1, n: 1, base: 0 }, steps })).toMatchObject(refused('badRequest'))
    const another = await ben.raw({ push: { client: ann.client, n: 1, base: 0 }, steps })
    expect(another).toMatchObject(refused('socketClosed'))
    const { port, host } = new URL(served.base)
    const head = `POST /v1/thicket/push?project=${uuid} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${served.base}\r\nAuthorization: Bearer ${served.secret}`
    expect((await rawRequest(Number(port), `${head}\r\nContent-Length: ${pushBytes + 1}\r\n\r\n`)).status).toBe(413)
    expect((await ann.push(1, [[quirk(1)]])).steps).toEqual([{ seq: 1 }])
  })

  it('steps that make no sense are refused, each alone, and the room goes on', async () => {
    const uuid = await served.project('senseless')
    const [bad, good] = [await open(uuid), await open(uuid)]
    const mutations = [
      'answerCreateOrUpdate(id: 1, sourceId: 1, questionId: 1, edit: [5])',
      'answerCreateOrUpdate(id: 1, sourceId: 1, questionId: 1, edit: [{ type: "text", changes: "x" }])',
      'answerCreateOrUpdate(id: 1, sourceId: 1, questionId: 1, edit: [{ type: "mark", tag: "script", from: -1, to: 1e9, on: 7 }])',
      'quirkCreateOrUpdate(id: 1, title: "x", create: true)',
      'quirkCreateOrUpdate(id: -5, parentQuirkId: -5, title: "x", color: "red")',
      'highlightCreateOrUpdate(id: 1, sourceId: 1, questionId: 1, quirkId: 1, start: -4, length: -1, author: "a", timestamp: 1, create: true)',
      'preferenceCreateOrUpdate(key: "___db_version", value: "6")',
      'preferenceRemove(key: "___db_version")',
      'questionRemove(id: 1)',
      'memoCreateOrUpdate(sourceId: 3, start: 1, create: false)',
      'sourceMetadataValueCreateOrUpdate(value: "w")',
      'answerCreateOrUpdate(edit: [])',
    ]
    const answers = await Promise.all(
      mutations.flatMap((text, i) => [bad.ask(`mutation { ${text} }`), good.push(i + 1, [[quirk(9000 + i)]])]),
    )
    const statuses = answers.flatMap((answer) => ('status' in answer ? [answer.status] : []))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(answers.flatMap((answer) => ('steps' in answer ? answer.steps : [])).every((step) => 'seq' in step)).toBe(
      true,
    )
  })
})
