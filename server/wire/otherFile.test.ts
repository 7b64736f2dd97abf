import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serve, testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'

it('where another project lies in the place of one’s own, nobody is put out: the window keeps what it has, and the file is known where it is found', async () => {
  const folder = testFolder()
  const at = (name: string) => join(folder, name)
  const served = await serve(folder, { linger: 20 })
  try {
    const opening = async (path: string) => {
      const response = await served.call('/web/api/local/open', { method: 'POST', body: { path } })
      return (await response.json()) as { project_uuid: string }
    }
    const isLeft = (name: string) => expect.poll(() => existsSync(`${at(name)}-wal`)).toBe(false)
    await served.project('Ancestor')
    await isLeft('Ancestor.qrk')
    copyFileSync(at('Ancestor.qrk'), at('Study.qrk'))
    const { project_uuid: study } = await opening(at('Study.qrk'))
    const window = await connect(served)
    await window.open(study)
    await window.push(1, [[quirk(8192)]])
    window.socket.close()
    await isLeft('Study.qrk')
    renameSync(at('Study.qrk'), at('Renamed.qrk'))
    copyFileSync(at('Ancestor.qrk'), at('Study.qrk'))
    const back = await connect(served)
    const asked = `query { dbOpen(uuid: "${study}") }`
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await back.ask(asked)
      expect(reply.status).toBe(200)
      expect(reply.json_data.data?.dbOpen).toMatchObject({ status: 'closed' })
      expect(reply.json_data.errors?.[0]?.problem?.kind).toBe('projectNotFound')
    }
    expect((await opening(at('Renamed.qrk'))).project_uuid).toBe(study)
    expect((await back.open(study)).head).toBe(1)
    back.socket.close()
  } finally {
    await served.end()
  }
})
