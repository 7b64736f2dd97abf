import { expect, it } from 'vitest'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { openLog } from '../running/log.ts'
import { testFolder } from '../testing/serve.ts'
import { serveCloud } from '../testing/serveCloud.ts'
import { connect } from '../testing/socketClient.ts'

it('a project whose opening fails half-way is opened by the next who asks, once it can be: its file is let go', async () => {
  const served = await serveCloud(testFolder(), { log: openLog('silent') })
  try {
    const ann = await served.person('Ann')
    const uuid = await ann.project('Delta')
    await served.rooms.close(uuid)
    const { db, close } = openCloudDatabase(`${served.settings.data}/accounts.sqlite`)
    const client = await connect(ann)
    db.exec('ALTER TABLE authors RENAME TO away')
    expect((await client.ask(`{ dbOpen(uuid: "${uuid}") }`)).status).toBe(500)
    db.exec('ALTER TABLE away RENAME TO authors')
    close()
    expect((await client.open(uuid)).status).toBe('open')
    client.socket.close()
  } finally {
    await served.end()
  }
})
