/** A server whose disk is full, on a small disk of its own: what people and those who watch it are told, and that it goes on once there is room. */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { register, startCloud } from '../testing/cloudProcess.ts'
import { testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'

/** Linux gives a program a disk that nobody else sees, if it lets it. */
const alone = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
const canMount = spawnSync(alone[0] as string, [...alone.slice(1), 'mount -t tmpfs tmpfs /mnt']).status === 0
const onDisk = (size: string): string[] => [
  ...alone,
  `mount -t tmpfs -o size=${size} tmpfs "$THICKET_DATA" && exec "$0" server/main.ts serve`,
  process.execPath,
]

/** Writes until there is no room, also for a single byte. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1)
      for (;;)
        try {
          writeSync(file, new Uint8Array(size))
        } catch {
          break
        }
  } finally {
    closeSync(file)
  }
}

it.runIf(canMount)(
  'says it by health, numbers and words, loses nothing that was acknowledged, and takes it all once there is room',
  async () => {
    const data = testFolder()
    const cloud = await startCloud(data, { THICKET_REGISTRATION: 'open' }, onDisk('48m'))
    try {
      const health = async () => (await fetch(`${cloud.base}/healthz`)).text()
      const free = async () =>
        Number(/^thicket_disk_free_bytes (\S+)$/m.exec(await (await fetch(`${cloud.base}/metrics`)).text())?.[1])
      const ana = await register(cloud.base, 'ana@example.org')
      const made = await ana.call('/web/api/v2/projects', { method: 'POST', body: { name: 'Harbour' } })
      const { project_uuid: uuid } = (await made.json()) as { project_uuid: string }
      const client = await connect({ base: cloud.base, secret: ana.token })
      await client.open(uuid)
      const byAna = (id: number) => ({ ...quirk(id), args: { ...quirk(id).args, author: 'ana' } })
      await client.push(1, [[byAna(1)]])
      expect(await health()).toBe('{"status":"ok"}')
      expect(await free()).toBeGreaterThan(16e6)

      const filling = `/proc/${cloud.child.pid}/root${join(data, 'filling')}`
      fill(filling)
      expect(await health()).toBe('{"status":"ok","disk":"full"}')
      expect(await free()).toBeLessThan(16e6)
      const refused = { problem: { kind: 'diskFull' } }
      const signIn = { email: ana.email, password: 'the password of ana', regional_service_map: true }
      const account = { name: 'ben', email: 'ben@example.org', password: 'the password of ben' }
      for (const [path, body] of [
        ['/web/api/v2/auth/login', signIn],
        ['/web/api/v2/register/checkout', account],
        ['/web/api/v2/projects', { name: 'Another' }],
      ] as const) {
        const answer = await ana.call(path, { method: 'POST', body })
        expect([path, answer.status, await answer.json()]).toEqual([path, 507, refused])
      }
      // What there was room for in the log of its file is taken; then no more is, and the client keeps it.
      const words = 'word '.repeat(20_000)
      await expect(client.push(2, [[{ ...byAna(2), args: { ...byAna(2).args, description: words } }]])).rejects.toThrow(
        /"status":500.*"kind":"diskFull"/,
      )
      expect((await ana.call(`/web/api/v2/projects/${uuid}/json`)).status).not.toBe(404)

      rmSync(filling)
      expect(await health()).toBe('{"status":"ok"}')
      const [step] = (await client.push(2, [[byAna(2)]])).steps
      expect(step).toHaveProperty('seq')
      expect((await ana.call('/web/api/v2/auth/login', { method: 'POST', body: signIn })).status).toBe(200)
      const whole = (await (await ana.call(`/web/api/v2/projects/${uuid}/json`)).json()) as { quirks: unknown[] }
      expect(whole.quirks).toHaveLength(2)
      client.socket.close()
    } finally {
      await cloud.kill()
      rmSync(data, { recursive: true, force: true })
    }
  },
  60_000,
)

it.runIf(canMount)(
  'a start says that the disk is full',
  async () => {
    const data = testFolder()
    await expect(startCloud(data, {}, onDisk('64k'))).rejects.toThrow(`thicket: the disk of ${data} is full`)
    rmSync(data, { recursive: true, force: true })
  },
  30_000,
)
