import { afterAll, beforeAll, expect, it } from 'vitest'
import { serve } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect } from '../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
let uuid: string
beforeAll(async () => {
  served = await serveCloud()
  ann = await served.person('Ann')
  uuid = await ann.project('Study')
  const client = await connect(ann)
  await client.open(uuid)
  for (let n = 0; n < 10; n += 1)
    await client.ask(`mutation { sourceCreateOrUpdate(title: "${n} ${'and the same words again '.repeat(70)}") }`)
  client.socket.close()
})
afterAll(() => served.end())

const asked = async (path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip' }) => {
  const response = await ann.call(path, { headers })
  return { response, encoding: response.headers.get('content-encoding'), text: await response.text() }
}
const at = (path: string) => `/v1/thicket/projects/${uuid}${path}`
const plain = { 'accept-encoding': 'identity' }

it('steps, history and a project as JSON are packed for who takes them so, and are the same words', async () => {
  for (const path of [at('/events?since=0'), at('/history'), `/web/api/v2/projects/${uuid}/json`]) {
    const [packed, whole] = [await asked(path), await asked(path, plain)]
    expect([path, packed.encoding, whole.encoding]).toEqual([path, 'gzip', null])
    expect(packed.text).toBe(whole.text)
    for (const { response } of [packed, whole]) expect(response.headers.get('vary')).toContain('Accept-Encoding')
    expect(packed.response.headers.get('content-disposition')).toBe(whole.response.headers.get('content-disposition'))
  }
})

it('what is small, wrong or without a body stays as it is', async () => {
  expect(await asked(at('/versions'))).toMatchObject({ encoding: null, text: '{"versions":[]}' })
  expect((await asked(at('/history/99999'))).encoding).toBeNull()
  const head = await ann.call(`/web/api/v2/projects/${uuid}/json`, { method: 'HEAD', headers: plain })
  expect([head.status, Number(head.headers.get('content-length')) > 1024]).toEqual([200, true])
})

it('a snapshot is never packed: it is named, and read in parts', async () => {
  const whole = await ann.call(at('/snapshot'))
  const etag = whole.headers.get('etag') ?? ''
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect([whole.headers.get('content-encoding'), whole.headers.get('content-length')]).toEqual([
    null,
    `${bytes.length}`,
  ])
  const part = await ann.call(at('/snapshot'), { headers: { range: 'bytes=100-199', 'if-range': etag } })
  expect([part.status, part.headers.get('content-encoding'), part.headers.get('etag')]).toEqual([206, null, etag])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  const known = await ann.call(at('/snapshot'), { headers: { 'if-none-match': etag } })
  expect(known.status).toBe(304)
})

it('what has tokens, sessions or emails beside what others may write is never packed, however large', async () => {
  for (let n = 0; n < 4; n += 1) await ann.project(`${n} ${'a long name '.repeat(40)}`)
  for (let n = 0; n < 30; n += 1) await ann.share(uuid, { email: `somebody.with.a.long.name.${n}@example.org` }, 'read')
  for (const path of [
    '/web/api/v2/projects',
    `/web/api/v2/projects/${uuid}/share`,
    '/web/api/v2/projects/share',
    '/web/api/user/data',
    '/web/api/user/sessions',
    '/v1/thicket/ticket',
  ])
    expect([path, (await asked(path)).encoding]).toEqual([path, null])
  const signedIn = await served.call('/web/api/v2/auth/login', {
    method: 'POST',
    body: { email: ann.email, password: ann.password, regional_service_map: true },
  })
  expect([signedIn.status, signedIn.headers.get('content-encoding')]).toEqual([200, null])
})

it('on one’s own machine nothing is packed', async () => {
  const local = await serve()
  const study = await local.project('Study')
  const whole = await local.call(`/web/api/v2/projects/${study}/json`)
  expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, null])
  await local.end()
})
