/**
 * A large push goes by HTTP, where nothing keeps it in its place: it may come when its author has been put out, is back, and has sent what was kept
 * of it again. Whatever comes first, what they did is there once.
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../../../fixtures/testing/randomWork.ts'
import { type ServedCloud, type Someone, serveCloud } from '../../../server/testing/serveCloud.ts'
import { connect, type SocketClient } from '../../../server/testing/socketClient.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { Event, PushAnswer, Request } from '../../../src/model/protocol.ts'
import { firstQuestionId } from '../../../src/model/schema.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { type Copy, openCopy } from '../copy.ts'
import { makeSure } from '../setAside/setAside.ts'

let served: ServedCloud
let ann: Someone
let ben: Someone
beforeAll(async () => {
  served = await serveCloud()
  ann = await served.person('Ann')
  ben = await served.person('Ben')
})
afterAll(() => served.end())

async function copyOf(person: Someone, uuid: string): Promise<Copy> {
  const snapshot = await person.call(`/v1/thicket/projects/${uuid}/snapshot`)
  const path = join(served.folder, `${uuid} of ${person.name}.db`)
  writeFileSync(path, Buffer.from(await snapshot.arrayBuffer()))
  return openCopy(openNode(path), {
    now: Date.now,
    random: seeded(1),
    author: person.name,
    onChange: () => {},
    onProblem: () => {},
    onBug: (error) => {
      throw error
    },
  })
}

/** Opens the project for the copy, which hears all that has come meanwhile. */
async function enter(person: Someone, uuid: string, copy: Copy): Promise<SocketClient> {
  const socket = await connect(person)
  Object.assign(socket, { client: copy.client, epoch: copy.epoch })
  const opened = await socket.open(uuid, copy.head)
  copy.meet(opened.client, opened.epoch)
  await expect.poll(() => Math.max(copy.head, ...socket.seqs)).toBe(opened.head)
  hear(socket, copy)
  return socket
}

const hear = (socket: SocketClient, copy: Copy) => {
  for (const { json_data } of socket.frames.splice(0))
    if (json_data.events) expect(copy.receive(json_data.events as Event[])).toBe('done')
}

async function sendAll(socket: SocketClient, copy: Copy): Promise<void> {
  for (let push = copy.nextPush(); push; push = copy.nextPush()) {
    const reply = await socket.raw(JSON.parse(push.body) as Partial<Request>)
    hear(socket, copy)
    if (copy.acknowledge(reply.json_data.push as PushAnswer) === 'gap') throw new Error('gap')
  }
}

it.each(['before', 'after'] as const)('once it comes %s what was sent again', async (when) => {
  const uuid = await ann.project(`Late ${when}`)
  await ann.share(uuid, ben, 'write')
  const copy = await copyOf(ben, uuid)
  const first = await enter(ben, uuid, copy)
  const made = copy.run('tab', 's', [{ command: 'createSource', args: { html: '<p>Him.</p>' } }], '')
  if (isProblem(made)) throw new Error(made.problem.kind)
  await sendAll(first, copy)
  const changes = [{ from: 0, to: 0, insert: 'I trusted ' }]
  const edit = { sourceId: made.ok[0] as number, questionId: firstQuestionId, changes }
  copy.run('tab', 'a', [{ command: 'editAnswer', args: edit }], '')
  const late = copy.nextPush()
  const arrives = () => ben.send('POST', `/v1/thicket/push?project=${uuid}`, JSON.parse(late?.body ?? ''))

  await ann.call(`/web/api/v2/projects/${uuid}/share?user=ben%40example.org`, { method: 'DELETE' })
  await first.closed
  expect(copy.setAside(true)).toBe(1)
  await ann.share(uuid, ben, 'write')
  const second = await enter(ben, uuid, copy)
  makeSure(copy.db)
  expect(copy.sendSetAside('tab')).toEqual({ ok: { sent: 1, setAside: 0 } })
  if (when === 'before') expect((await arrives()).body).toMatchObject({ problem: { kind: 'socketClosed' } })
  await sendAll(second, copy)
  if (when === 'after') expect((await arrives()).body).toMatchObject({ problem: { kind: 'socketClosed' } })

  const texts = () => copy.db.all('SELECT text FROM answer_texts')
  expect(texts()).toEqual([{ text: 'I trusted Him.' }])
  const there = await copyOf(ann, uuid)
  const third = await enter(ann, uuid, there)
  expect(there.db.all('SELECT text FROM answer_texts')).toEqual(texts())
  for (const { socket } of [second, third]) socket.close()
})

it('whoever has given up a push gets another number', async () => {
  const uuid = await ann.project('Numbers')
  const copy = await copyOf(ann, uuid)
  const first = await enter(ann, uuid, copy)
  copy.run('tab', 'a', [{ command: 'createQuirk', args: { title: 'Trust', description: '', color: '#ff0000' } }], '')
  copy.nextPush()
  expect(copy.client).toBe(first.client)
  copy.setAside(true)
  expect(copy.client).toBe(0)
  const second = await enter(ann, uuid, copy)
  expect(copy.client).toBe(second.client)
  expect(second.client).not.toBe(first.client)
  for (const { socket } of [first, second]) socket.close()
})
