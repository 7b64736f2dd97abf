/** Everybody takes all of their own along, and nothing of anybody else's. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openNode } from '../../wasm/database/boot/node.ts'
import { openLog } from '../base/log.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect, quirk } from '../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
let ben: Someone
beforeAll(async () => {
  served = await serveCloud(undefined, { log: openLog('silent') })
  ann = await served.person('Ann')
  ben = await served.person('Ben')
})
afterAll(() => served.end())

const taken = async (by: Someone) => {
  const response = await by.call('/web/api/user/export')
  expect(response.status).toBe(200)
  return unzipSync(new Uint8Array(await response.arrayBuffer()))
}
const read = (bytes?: Uint8Array) => JSON.parse(Buffer.from(bytes ?? []).toString('utf8'))

it('own projects, the account and own lines of the audit log come as one archive; what is others’ stays theirs', async () => {
  const uuid = await ann.project('Study: “A/B”')
  await ann.project('study_ _A-B_')
  await ann.share(uuid, ben, 'write')
  const others = await ben.project('Of Ben')
  await ben.share(others, ann, 'read')
  const client = await connect(ann)
  await client.open(uuid)
  await client.push(1, [[quirk(10_001)]])
  client.socket.terminate()

  const files = await taken(ann)
  expect(Object.keys(files).sort()).toEqual([
    'account.json',
    'audit.json',
    'projects/Study_ _A-B_.qrk',
    'projects/study_ _A-B_ (2).qrk',
  ])
  const account = read(files['account.json'])
  expect(account).toMatchObject({
    account: { email: ann.email, name: 'Ann', factor: false },
    projects: [{ uuid, file: 'projects/Study_ _A-B_.qrk', shares: [{ email: ben.email }] }, {}],
    shared: [{ project: others }],
  })
  expect(JSON.stringify(account)).not.toContain('argon2')
  const events = (read(files['audit.json']) as { event: string }[]).map(({ event }) => event)
  expect(events).toEqual(expect.arrayContaining(['signIn', 'share', 'projectOpened', 'projectChanged']))
  expect(JSON.stringify(read(files['audit.json']))).not.toContain('Ben')

  const folder = mkdtempSync(join(tmpdir(), 'thicket-taken-'))
  const path = join(folder, 'a.qrk')
  writeFileSync(path, files['projects/Study_ _A-B_.qrk'] as Uint8Array)
  const db = openNode(path, { readOnly: true })
  expect(db.one('SELECT title FROM quirks WHERE id = 10001')).toEqual({ title: quirk(10_001).args.title })
  db.close()
  rmSync(folder, { recursive: true })
  const left = readdirSync(join(served.settings.data, 'temporary'), { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

it('one that nobody takes is over at once, and keeps its person from no other', async () => {
  for (const method of ['HEAD', 'GET']) await (await ann.call('/web/api/user/export', { method })).body?.cancel()
  await expect.poll(async () => (await ann.call('/web/api/user/export')).status).toBe(200)
})
