import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLog } from '../../base/log.ts'
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

it('a registration whose session cannot be kept leaves no account, and the email free', async () => {
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

it('a second factor comes and goes with its recovery codes, or not at all', async () => {
  const ann = await server.person('Ann')
  const path = '/web/api/user/factor'
  const { password } = ann
  const { body } = await ann.send('POST', path, { password })
  const code = (after = 0) =>
    new TOTP({ secret: Secret.fromBase32(String(body.secret)) }).generate({ timestamp: Date.now() + after })
  const codesLeft = async () => (await ann.send('GET', '/web/api/user/data')).body.recoveryCodes
  refuse('INSERT ON recovery')
  expect((await ann.send('PUT', path, { code: code() })).status).toBe(500)
  onAccounts('DROP TRIGGER refused')
  // Nobody was given codes: it is not asked for, and the code is still good.
  expect(await codesLeft()).toBeNull()
  expect((await ann.send('PUT', path, { code: code() })).status).toBe(200)
  refuse('DELETE ON recovery')
  expect((await ann.send('DELETE', path, { password, code: code(30_000) })).status).toBe(500)
  onAccounts('DROP TRIGGER refused')
  expect(await codesLeft()).toBe(10)
})

it('an account goes with its sessions and projects, or not at all', async () => {
  const ann = await server.person('Ann')
  const uuid = await ann.project('Harbour')
  const deleted = () => ann.send('DELETE', '/web/api/user/delete', { password: ann.password })
  for (const what of ['accounts', 'projects', 'sessions']) {
    refuse(`DELETE ON ${what}`)
    const answer = await deleted()
    onAccounts('DROP TRIGGER refused')
    expect(answer.status).toBe(500)
    // Her session goes on, and her project opens.
    expect((await ann.send('GET', `/v1/thicket/projects/${uuid}/history`)).status).toBe(200)
  }
  expect((await deleted()).status).toBe(200)
  expect(server.cloud.host.pathOf(uuid)).toBeNull()
})

it('an account is deleted though a file of its projects cannot be done away with yet: the next start does it', async () => {
  const ann = await server.person('Ann')
  const path = server.cloud.host.pathOf(await ann.project('Harbour')) as string
  refuse('DELETE ON notes')
  expect((await ann.send('DELETE', '/web/api/user/delete', { password: ann.password })).status).toBe(200)
  expect(existsSync(path)).toBe(true)
  onAccounts('DROP TRIGGER refused')
  await server.stop()
  server = await serveCloud(server.folder, { log: openLog('silent') })
  expect(existsSync(path)).toBe(false)
})

it('a project that cannot be kept leaves no file', async () => {
  const ann = await server.person('Ann')
  refuse('INSERT ON projects')
  expect((await ann.send('POST', '/web/api/v2/projects', { name: 'Harbour' })).status).toBe(500)
  expect(readdirSync(join(server.settings.data, 'projects'))).toEqual([])
})

it('a code is used up only where the session begins', async () => {
  const ann = await server.person('Ann')
  const { password, email } = ann
  const { body } = await ann.send('POST', '/web/api/user/factor', { password })
  const code = (after = 0) =>
    new TOTP({ secret: Secret.fromBase32(String(body.secret)) }).generate({ timestamp: Date.now() + after })
  const confirmed = await ann.send('PUT', '/web/api/user/factor', { code: code() })
  const recovery = (confirmed.body.codes as string[])[0]
  const signIn = async (code: string | undefined) => {
    const body = { email, password, code, regional_service_map: true }
    return (await ann.send('POST', '/web/api/v2/auth/login', body)).status
  }
  const next = code(30_000)
  refuse('INSERT ON sessions')
  expect([await signIn(recovery), await signIn(next)]).toEqual([500, 500])
  onAccounts('DROP TRIGGER refused')
  expect([await signIn(recovery), await signIn(next), await signIn(recovery)]).toEqual([200, 200, 401])
})

it('an invitation that cannot be kept gives nothing', async () => {
  const ann = await server.person('Ann')
  const path = `/web/api/v2/projects/${await ann.project('Harbour')}/share`
  for (const what of ['invitations', 'links']) {
    refuse(`INSERT ON ${what}`)
    expect((await ann.send('POST', path, { email: 'new@example.org', access_right: 'read' })).status).toBe(500)
    onAccounts('DROP TRIGGER refused')
    expect((await ann.send('GET', path)).body).toEqual({ shares: [] })
  }
})
