import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { sendFile } from './sendFile.ts'

it('a file whose reader takes nothing any more is over, and the connection cut', async () => {
  const folder = testFolder()
  const path = join(folder, 'file')
  writeFileSync(path, Buffer.alloc(32 * 1024 * 1024))
  const over = Promise.withResolvers<void>()
  const app = new Hono()
  app.get('/', (context) => sendFile(context, path, { type: 'text/plain', over: over.resolve, patience: 200 }))
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await over.promise
  socket.on('error', () => {}).resume()
  if (!socket.closed) await once(socket, 'close')
  expect(socket.bytesRead).toBeLessThan(32 * 1024 * 1024)
  server.close()
  rmSync(folder, { recursive: true })
})
