import { deserialize } from 'node:v8'
import { afterAll, expect, it } from 'vitest'
import { type Frame, readSmall } from '../reading/readFrame.ts'
import type { ReadPush } from '../reading/readPush.ts'
import { openReader, processorLimits } from './reader.ts'

const reader = openReader(processorLimits)
afterAll(() => reader.end())

const ping = JSON.stringify({ msg_id: 'ping', auth: 'a', query: '{ ping }' })
const large = (msg_id: string) =>
  JSON.stringify({
    msg_id,
    auth: 'a',
    query: `mutation { ${Array.from({ length: 1000 }, (_, i) => `a${i}: quirkRemove(id: ${i + 1})`).join(' ')} }`,
  })

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = (person: string, text: string, onto: (frame: Frame | null) => void = () => {}) =>
  reader.frame(person, utf8(text), () => false, onto)

it('what one person sends is read in its order, large or small, and others need not wait for it', async () => {
  const order: string[] = []
  const note = (person: string) => (frame: Frame | null) => order.push(`${person} ${frame?.request.msg_id}`)
  await Promise.all([
    read('ann', large('large'), note('ann')),
    read('ann', ping, note('ann')),
    read('bob', ping, note('bob')),
  ])
  expect(order).toEqual(['bob ping', 'ann large', 'ann ping'])
})

it('what is large comes back packed from its thread, as the event loop would have read it', async () => {
  const frames: (Frame | null)[] = []
  expect(readSmall(utf8(large('large')))).toBe('large')
  await read('ann', large('large'), (frame) => frames.push(frame))
  const ask = frames[0]?.ask
  if (!ask || 'problem' in ask || !('given' in ask.ok) || !('packed' in ask.ok.given)) throw new Error('not packed')
  expect(ask.ok.answer).toBe('fields')
  const { fields, ...given } = deserialize(ask.ok.given.packed) as ReadPush
  expect(fields).toHaveLength(1000)
  expect(given).toMatchObject({ push: null, steps: [{ versions: {} }] })
})

it('whoever has used up their time waits, on whichever socket, and nobody else does', async () => {
  const { atOnce, perSecond } = processorLimits.threads
  // Half a second more than there is.
  reader.spent('eve', atOnce + perSecond / 2)
  const order: string[] = []
  await Promise.all([
    read('eve', ping, () => order.push('eve')),
    read('eve', ping, () => order.push('eve again')),
    read('bob', ping, () => order.push('bob')),
    reader.body('bob', new TextEncoder().encode('{}')).then(() => order.push('bob’s body')),
  ])
  expect(order).toEqual(['bob', 'bob’s body', 'eve', 'eve again'])
})

it('whoever has had more of the shared threads than an edit takes is heavy, and nobody else is', () => {
  const { atOnce } = processorLimits.shared
  reader.spent('zoe', atOnce)
  expect(reader.isHeavy('zoe')).toBe(false)
  reader.spent('zoe', atOnce)
  expect([reader.isHeavy('zoe'), reader.isHeavy('bob')]).toEqual([true, false])
})

it('what a closed socket has left is not read', async () => {
  const taken: unknown[] = []
  await reader.frame(
    'ann',
    utf8(ping),
    () => true,
    (frame) => taken.push(frame),
  )
  expect(taken).toEqual([])
})

it('JSON that lies one in the other without end is none, and what stands in quotes does not count', () => {
  const deep = (value: string) => `{"msg_id":"deep","query":"{ ping }","variables":{"v":${value}}}`
  expect(readSmall(utf8(deep(`${'['.repeat(7000)}${']'.repeat(7000)}`)))).toBeNull()
  expect(readSmall(utf8(deep(`"${'[{\\"'.repeat(1000)}"`)))).toMatchObject({ request: { msg_id: 'deep' } })
})
