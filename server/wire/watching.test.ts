/** Who hears that a list of projects, or of with whom one is shared, says something else to them, and who does not. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeCodes } from '../../src/model/protocol.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { openOperator } from '../hosts/cloud/operator.ts'
import { caller } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect, type SocketClient, ticketOf } from '../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
let ben: Someone
let eve: Someone
let windows: SocketClient[] = []
beforeAll(async () => {
  served = await serveCloud()
  ;[ann, ben, eve] = [await served.person('Ann'), await served.person('Ben'), await served.person('Eve')]
  for (const person of [ann, ben, eve]) {
    const client = await connect(person)
    expect(await client.raw({ watch: 'projects' })).toMatchObject({ status: 200, json_data: {} })
    windows.push(client)
  }
})
afterAll(async () => {
  for (const { socket } of windows) socket.terminate()
  windows = []
  await served.end()
})

const api = '/web/api/v2/projects'
const told = ({ frames }: SocketClient) => frames.filter(({ json_data }) => json_data.changed === 'projects').length

/** Who of Ann, Ben and Eve has heard of what `change` did, by the time that each has an answer to a later question. */
async function heardOf<T>(change: () => Promise<T>): Promise<[string, T]> {
  const before = windows.map(told)
  const done = await change()
  await Promise.all(windows.map((client) => client.ask('{ ping }')))
  const names = ['ann', 'ben', 'eve'].filter((_, i) => told(windows[i] as SocketClient) > (before[i] as number))
  return [names.join(' '), done]
}
const share = (uuid: string, email: string, access_right = 'read') =>
  ann.send('POST', `${api}/${uuid}/share`, { email, access_right })

describe('watching the lists', () => {
  it('tells those whose lists are others, before whoever changed them has an answer: nobody else', async () => {
    const [made, uuid] = await heardOf(() => ann.project('Watched'))
    expect(made).toBe('ann')
    const heard = async (change: () => Promise<unknown>) => (await heardOf(change))[0]
    expect(await heard(() => share(uuid, ben.email))).toBe('ann ben')
    expect(await heard(() => share(uuid, ben.email, 'write'))).toBe('ann ben')
    expect(await heard(() => share(uuid, 'nobody.yet@example.org'))).toBe('ann')
    expect(await heard(() => share(uuid, eve.email))).toBe('ann ben eve')
    expect(await heard(() => ben.send('PUT', '/web/api/user/account', { name: 'Benjamin' }))).toBe('ann ben eve')
    expect(await heard(() => ann.call(`${api}/${uuid}/share?user=${eve.email}`, { method: 'DELETE' }))).toBe(
      'ann ben eve',
    )
    expect(await heard(() => ann.send('PUT', `${api}/${uuid}/owner`, { user: ben.email }))).toBe('ann ben')
    expect(await heard(() => eve.send('DELETE', `${api}/${uuid}`))).toBe('')
    expect(await heard(() => ben.send('DELETE', `${api}/${uuid}`))).toBe('ann ben')
    // What is wrong changes nothing.
    expect(await heard(() => share(uuid, eve.email))).toBe('')
  })

  it('tells an owner that an invitation has become somebody, and that an account has gone', async () => {
    const uuid = await ann.project('Invitations')
    await share(uuid, 'zoe@example.org')
    const mail = join(served.settings.data, 'mail')
    const letter = () =>
      readdirSync(mail)
        .map((name) => readFileSync(join(mail, name), 'utf8').replaceAll(/=\r?\n/g, ''))
        .find((text) => text.includes('To: zoe@example.org'))
    await expect.poll(() => existsSync(mail) && letter() !== undefined).toBe(true)
    const link = /invitation=(?:3D)?([\w-]+)/.exec(letter() ?? '')?.[1] ?? ''
    const zoe = { name: 'Zoe', email: 'zoe@example.org', password: 'the long password of Zoe' }
    const [heard] = await heardOf(() =>
      served.call('/web/api/v2/register/checkout', { method: 'POST', body: { ...zoe, link } }),
    )
    expect(heard).toBe('ann')
    const signIn = { email: zoe.email, password: zoe.password, regional_service_map: true }
    const signedIn = await served.call('/web/api/v2/auth/login', { method: 'POST', body: signIn })
    const { account } = (await signedIn.json()) as { account: { access_token: string } }
    const asZoe = caller(served.base, () => account.access_token)
    const [afterwards, { status }] = await heardOf(() =>
      asZoe('/web/api/user/delete', { method: 'DELETE', body: { password: zoe.password } }),
    )
    expect([afterwards, status]).toEqual(['ann', 200])
  })

  it('tells everybody to look again when another program has written, as `thicket admin` does', async () => {
    const before = windows.map(told)
    const database = openCloudDatabase(`${served.settings.data}/accounts.sqlite`)
    await openOperator(database, { region: 'home' }).create('yan@example.org', 'Yan', 'a password of some length')
    database.close()
    for (const [i, client] of windows.entries()) await expect.poll(() => told(client)).toBe((before[i] as number) + 1)
  })

  it('takes nobody without a session, ends with it, and is asked for in one way', async () => {
    const client = await connect(ben)
    expect(await client.raw({ watch: 'people' })).toMatchObject({
      status: 400,
      json_data: { errors: [{ problem: { kind: 'badRequest', detail: 'watch: "projects"' } }] },
    })
    expect(await client.raw({ watch: 'projects', auth: '' })).toMatchObject({ status: 403 })
    expect(await client.closed).toBe(closeCodes.databaseNotOpen)

    const other = await ben.again()
    const watching = await connect(other)
    await watching.raw({ watch: 'projects' })
    const { sessions } = (await other.send('GET', '/web/api/user/sessions')).body as {
      sessions: { id: string; current: boolean }[]
    }
    const { id } = sessions.find(({ current }) => current) as { id: string }
    await ben.call(`/web/api/user/sessions/${id}`, { method: 'DELETE' })
    expect(await watching.closed).toBe(closeCodes.databaseNotOpen)
    expect(told(watching)).toBe(0)
    await ben.project('Later')
    expect(told(watching)).toBe(0)
    expect(await ticketOf(other)).toBeUndefined()
  })

  it('goes on where a project is open on the same socket, and tells whoever reads slowly once for all that came', async () => {
    const uuid = await ben.project('On one socket')
    const client = await connect(ben)
    await client.open(uuid)
    await client.raw({ watch: 'projects' })
    await ben.share(uuid, eve, 'read')
    await client.ask('{ ping }')
    expect(told(client)).toBe(1)
    expect(client.frames.every(({ access_privilege }) => access_privilege === 'own')).toBe(true)
    client.socket.close()
  })
})
