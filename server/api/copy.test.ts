/** A copy of one's own, from `api.md` alone: it loads the project, follows what others do to it, and sends what it has done itself. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { CopyFromPages, movedBy, replacements, type TextChange, textOf } from '../testing/copyFromPages.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'

let server: ServedCloud
beforeAll(async () => {
  server = await serveCloud()
})
afterAll(() => server.end())

type Json = Record<string, unknown>
interface Frame {
  msg_id?: string
  status: number
  json_data: {
    data?: Json
    push?: { steps: Json[] }
    events?: { seq: number; operations: { name: string; args: Json }[] }[]
  }
}

/** A socket that has the project open; `copy`: what is followed on it. */
async function openAt(person: Someone, uuid: string, copy?: CopyFromPages, epoch = '') {
  const { ticket } = (await (await person.call('/v1/thicket/ticket')).json()) as { ticket: string }
  const address = `${server.base.replace('http', 'ws')}/v1/thicket?ticket=${ticket}`
  const socket = new WebSocket(address, { origin: server.base })
  const waiting = new Map<string, (frame: Frame) => void>()
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    for (const event of frame.json_data.events ?? []) copy?.take(event)
    waiting.get(frame.msg_id ?? '')?.(frame)
  })
  await new Promise((resolve) => socket.on('open', resolve))
  let asked = 0
  const ask = (request: Json): Promise<Frame> => {
    asked += 1
    const msg_id = String(asked)
    socket.send(JSON.stringify({ msg_id, auth: person.secret, ...request }))
    return new Promise((resolve) => waiting.set(msg_id, resolve))
  }
  const opened = await ask({
    query:
      'query ($uuid: String!, $epoch: String, $since: Whole) { dbOpen(uuid: $uuid, epoch: $epoch, since: $since) }',
    variables: { uuid, epoch, since: copy?.head ?? 0 },
  })
  const done = async (query: string) => (await ask({ query: `mutation { ${query} }` })).json_data.data ?? {}
  return { socket, ask, done, opened: opened.json_data.data?.dbOpen as { client: number; snapshot?: boolean } }
}

async function loaded(person: Someone, uuid: string) {
  const snapshot = await person.call(`/v1/thicket/projects/${uuid}/snapshot`)
  const path = join(server.folder, 'snapshot.sqlite')
  writeFileSync(path, Buffer.from(await snapshot.arrayBuffer()))
  const copy = new CopyFromPages(path, Number(snapshot.headers.get('thicket-head')))
  rmSync(path)
  return { copy, epoch: snapshot.headers.get('thicket-epoch') ?? '' }
}

/** Words put into a text of `all` units. */
const put = (at: number, all: number, words: string): TextChange[] => [
  { type: 'text', changes: [at, [0, words], all - at], format: { marks: [], kinds: [], images: [] } },
]

it('a copy of one’s own follows others, and its own edits, made on a text that others have changed, come to lie where they were meant', async () => {
  const [ana, ben] = [await server.person('Ana'), await server.person('Ben')]
  const uuid = await ana.project('Study')
  await ana.share(uuid, ben, 'write')
  const others = await openAt(ana, uuid)
  const { source } = await others.done('source: sourceCreateOrUpdate(title: "Interview")')
  const on = `sourceId: ${source}, questionId: 1`
  const { answer, theme } = await others.done(
    `answer: answerCreateOrUpdate(${on}, answer: "<p>I hope that it rains.</p>") theme: quirkCreateOrUpdate(title: "Hope", color: "#3366cc")`,
  )
  const { mark } = await others.done(`mark: highlightCreateOrUpdate(${on}, quirkId: ${theme}, start: 2, length: 4)`)

  const { copy, epoch } = await loaded(ben, uuid)
  const text = () => copy.texts.get(answer as number) ?? { version: 0, text: '' }
  const words = () => {
    const { start = 0, length = 0 } = copy.rows.highlight?.get(mark as number) ?? {}
    return text().text.slice(Number(start), Number(start) + Number(length))
  }
  expect([text(), words()]).toEqual([{ version: 1, text: 'I hope that it rains.' }, 'hope'])
  const mine = await openAt(ben, uuid, copy, epoch)
  expect(mine.opened.snapshot).toBeUndefined()

  // What I do is made on the text that I know; another's comes first.
  const { version } = text()
  const before = copy.head
  await others.done(`answerCreateOrUpdate(${on}, answer: "<p>Today I really hope that it rains.</p>")`)
  await expect.poll(() => text().text).toBe('Today I really hope that it rains.')
  expect(words()).toBe('hope')
  const push = async (n: number, knows: number, edit: TextChange[]) => {
    const query = `mutation ($id: Id, $s: Id, $edit: [Json!]) {
      answerCreateOrUpdate(id: $id, sourceId: $s, questionId: 1, edit: $edit) }`
    const args = { id: answer, sourceId: source, questionId: 1, edit }
    const versions = { [answer as number]: knows }
    const { json_data } = await mine.ask({
      push: { client: mine.opened.client, n, base: copy.head },
      steps: [{ query, variables: { id: answer, s: source, edit }, versions }],
    })
    const [step] = json_data.push?.steps ?? []
    if (step?.seq) copy.take({ seq: step.seq as number, operations: [{ name: 'answerCreateOrUpdate', args }] })
    return step
  }
  // Behind "rains", which is unit 20 of the text of before.
  expect(await push(1, version, put(20, 21, ' again'))).toEqual({ stale: true })
  const since = await (await ben.call(`/v1/thicket/projects/${uuid}/events?since=${before}`)).json()
  const edits = (since as { events: { operations: { args: { edit: TextChange[] } }[] }[] }).events[0]?.operations[0]
  let at = 20
  for (const { changes = [] } of edits?.args.edit ?? [])
    at = movedBy({ start: at, length: 0 }, replacements(changes)).start
  expect(await push(2, text().version, put(at, text().text.length, ' again'))).toEqual({ seq: before + 2 })
  expect(text().text).toBe('Today I really hope that it rains again.')

  // As the server has it.
  const { data } = (
    await others.ask({ query: '{ questionAnswerQueryList { answer } highlightQueryList { start length } }' })
  ).json_data
  expect(data).toEqual({
    questionAnswerQueryList: [{ answer: '<p>Today I really hope that it rains again.</p>' }],
    highlightQueryList: [{ start: 15, length: 4 }],
  })
  expect(words()).toBe('hope')
  for (const { socket } of [others, mine]) socket.close()
})

it('the plain text of the HTML that the server writes', () => {
  expect(textOf('')).toBe('')
  expect(
    textOf(
      '<p>a<br>b<br><br></p><ul><li>c<ul><li>d</li></ul></li><li><ul><li>e &amp; <b>f</b>&#32;</li></ul></li></ul>',
    ),
  ).toBe('a\nb\n\nc\nd\ne & f ')
})
