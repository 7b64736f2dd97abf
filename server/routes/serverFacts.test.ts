import { strFromU8, unzipSync } from 'fflate'
import { afterEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import type { Feature } from '../../src/model/serverFacts.ts'
import { facts } from '../base/settings/serverFacts.ts'
import { type Served, serve } from '../testing/serve.ts'

const host = (...able: string[]) => ({ can: (feature: Feature) => able.includes(feature) })

describe('what the page is told', () => {
  test('what the host can do, and the version', () => {
    expect(facts(host('localFiles', 'mobile'), {})).toEqual({
      features: ['localFiles', 'mobile'],
      version: manifest.version,
      help: '#/guide',
      source: 'source.zip',
    })
  })

  test('addresses of the configuration, if they are of the web', () => {
    const env = { THICKET_HELP: 'https://help.example.org', THICKET_SOURCE: 'https://example.org/a"b' }
    expect(facts(host(), env)).toMatchObject({
      help: 'https://help.example.org/',
      source: 'https://example.org/a%22b',
    })
    const sold = { THICKET_SHOP: 'https://shop.example.org', THICKET_CONTACT: 'us@example.org' }
    expect(facts(host(), sold)).toMatchObject({ shop: 'https://shop.example.org/', contact: 'us@example.org' })
    for (const wrong of ['javascript:alert(1)', 'help', '', 'file:///etc'])
      expect(facts(host(), { THICKET_HELP: wrong, THICKET_SOURCE: wrong })).toMatchObject({
        help: '#/guide',
        source: 'source.zip',
      })
  })
})

describe('what the server gives away beside the page', () => {
  let served: Served
  afterEach(() => served.end())

  test('AGPL, section 13: the server gives away its own source: all that runs, the licence, and nothing else of this machine', async () => {
    served = await serve()
    const response = await fetch(`${served.base}/web/source.zip`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain('thicket-source.zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const names = Object.keys(files)
    for (const file of [
      'LICENSE',
      'package.json',
      'package-lock.json',
      'server/packaging/nginx.conf',
      'server/packaging/thicket',
      'server/base/settings/serverFacts.ts',
      'src/main.tsx',
      'wasm/database/journal.ts',
    ])
      expect(names).toContain(`thicket/${file}`)
    expect(names.filter((name) => /node_modules|\/\.|\/dist\/|\.qrk/.test(name))).toEqual([])
    expect(strFromU8(files['thicket/LICENSE'] ?? new Uint8Array())).toContain('AFFERO GENERAL PUBLIC LICENSE')
  })

  test('the document carries the facts, whatever stands in them', async () => {
    served = await serve()
    const html = await (await fetch(`${served.base}/web/`)).text()
    expect(html).toContain('&quot;features&quot;:[&quot;localFiles&quot;]')
    expect(html).not.toContain('__FACTS__')
  })
})
