/** What is published of the server's interface is what the server has, and the other way round. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { everyCall } from '../../src/model/contract/calls.ts'
import { createApp } from '../app.ts'
import { openLog } from '../base/log.ts'
import { readSettings } from '../base/settings/settings.ts'
import type { Host } from '../host.ts'
import { openCloud } from '../hosts/cloud/cloud.ts'
import { localHost } from '../hosts/local.ts'
import { openMetrics } from '../routes/metrics.ts'
import { abilitiesOf } from '../speech/engine.ts'
import { testFolder } from '../testing/serve.ts'
import { published } from './publish.ts'

const folder = testFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('published', () => {
  it.each(Object.entries(published()))('%s is of this version; else: node server/api/publish.ts', (name, text) => {
    expect(readFileSync(join(import.meta.dirname, name), 'utf8')).toBe(text)
  })
})

/** By method and path, in the words of OpenAPI. What stands for all methods keeps people out, and is no route. */
function routesOf(host: Host): string[] {
  // Nothing is called: the parts are only put together.
  const none = {} as never
  const app = createApp({
    ...{ host, rooms: none, tickets: none, sockets: none, reader: none, inTurn: none, pasts: none, backups: none },
    log: openLog('silent'),
    port: () => 0,
    origins: () => [],
    page: folder,
    ...(host.overview && { standing: none }),
    ...(host.accounts && { operations: { metrics: openMetrics(), metricsToken: null, proxied: false } }),
  })
  const paths = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}').replace(/\*$/, '{path}')}`)
  return [...new Set(paths)].sort()
}

const documented = (not: 'accounts' | 'local'): string[] =>
  everyCall
    .filter(({ only }) => only !== not)
    .map(({ name }) => name)
    .sort()

describe('every route of the server is published, and no other', () => {
  it('of one person', () => {
    expect(routesOf(localHost(folder, 'secret'))).toEqual(documented('accounts'))
  })

  it('of many people', async () => {
    const settings = readSettings({ THICKET_DATA: join(folder, 'data'), THICKET_SPEECH: 'https://speech.example' })
    const cloud = openCloud(settings, openLog('silent'), { speech: await abilitiesOf(settings) })
    try {
      expect(routesOf(cloud.host)).toEqual(documented('local'))
    } finally {
      await cloud.close()
    }
  })
})
