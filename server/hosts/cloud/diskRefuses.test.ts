import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLog } from '../../running/log.ts'
import { type ServedCloud, serveCloud } from '../../testing/serveCloud.ts'

let server: ServedCloud
beforeEach(async () => {
  server = await serveCloud(undefined, { log: openLog('silent') })
})
afterEach(() => server.end())

/** Runs a statement on the accounts beside the server. */
const onAccounts = (sql: string) => {
  const database = new DatabaseSync(join(server.settings.data, 'accounts.sqlite'))
  database.exec(sql)
  database.close()
}

/** From here on the database refuses this. */
const refuse = (what: string) =>
  onAccounts(`CREATE TRIGGER refused BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`)

it('a registration whose session cannot be kept leaves no account, and the e-mail free', async () => {
  refuse('INSERT ON sessions')
  await expect(server.person('Ann')).rejects.toThrow('disk I/O error')
  onAccounts('DROP TRIGGER refused')
  expect((await server.person('Ann')).email).toBe('ann@example.org')
})

it('a project is deleted though its file cannot be done away with yet', async () => {
  const ann = await server.person('Ann')
  const uuid = await ann.project('Harbour')
  refuse('DELETE ON discarded')
  expect((await ann.send('DELETE', `/web/api/v2/projects/${uuid}`)).status).toBe(200)
  expect(server.cloud.host.pathOf(uuid)).toBeNull()
})

it('what is done is answered as done though somebody cannot be told of it', async () => {
  const [ann, ben] = [await server.person('Ann'), await server.person('Ben')]
  const uuid = await ann.project('Harbour')
  server.cloud.host.onChange(() => {
    throw new Error('disk I/O error')
  })
  await expect(ann.share(uuid, ben, 'read')).resolves.toBeUndefined()
})
