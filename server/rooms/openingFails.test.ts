import { mkdirSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openLog } from '../base/log.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { testFolder } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect } from '../testing/socketClient.ts'

/** A server with a project of Ann's, which nobody has open, and the statements of its accounts. */
async function withClosed(
  body: (parts: { ann: Someone; uuid: string; served: ServedCloud; run: (sql: string) => void }) => Promise<void>,
  broken: string[] = [],
) {
  const log = { ...openLog('silent'), error: (error: unknown) => void broken.push((error as Error).message) }
  const served = await serveCloud(testFolder(), { log })
  const { db, close } = openCloudDatabase(`${served.settings.data}/accounts.sqlite`)
  try {
    const ann = await served.person('Ann')
    const uuid = await ann.project('Delta')
    await served.rooms.close(uuid)
    await body({ ann, uuid, served, run: (sql) => db.exec(sql) })
  } finally {
    close()
    await served.end()
  }
}

it('a project whose opening fails half-way is opened by the next who asks, once it can be: its file is let go', () =>
  withClosed(async ({ ann, uuid, run }) => {
    const client = await connect(ann)
    run('ALTER TABLE authors RENAME TO away')
    expect((await client.ask(`{ dbOpen(uuid: "${uuid}") }`)).status).toBe(500)
    run('ALTER TABLE away RENAME TO authors')
    expect((await client.open(uuid)).status).toBe('open')
    client.socket.close()
  }))

it('a backup that is in its place is answered as such though the project does not open yet', () =>
  withClosed(async ({ ann, uuid, run }) => {
    const backups = `/v1/thicket/projects/${uuid}/backups`
    const made = await ann.send('POST', backups, {})
    const client = await connect(ann)
    await client.open(uuid)
    run('ALTER TABLE notes RENAME TO away')
    expect(await ann.send('POST', `${backups}/${made.body.id}/restore`, {})).toEqual({ status: 200, body: {} })
    run('ALTER TABLE away RENAME TO notes')
    client.socket.close()
    const { entries } = (await ann.send('GET', `/v1/thicket/projects/${uuid}/history`)).body as { entries: object[] }
    expect(entries).toMatchObject([{ restores: { backup: true } }])
  }))

it('a file of the server’s own that cannot be opened is its failure: people read no path, its operator does', async () => {
  const broken: string[] = []
  await withClosed(async ({ ann, uuid, served }) => {
    const path = served.cloud.host.pathOf(uuid) as string
    // SQLite cannot open its log.
    mkdirSync(`${path}-wal`)
    const refused = await ann.send('GET', `/v1/thicket/projects/${uuid}/history`)
    rmSync(`${path}-wal`, { recursive: true })
    expect(refused).toEqual({
      status: 500,
      body: { problem: { kind: 'storageFailed', detail: 'see the server’s log' } },
    })
    expect(broken).toEqual([`${path} cannot be opened or written`])
    expect((await ann.send('GET', `/v1/thicket/projects/${uuid}/history`)).status).toBe(200)
  }, broken)
})
