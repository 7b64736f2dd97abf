/**
 * /web/source.zip: the source of the program as it runs here, changes included (AGPL, section 13). Only what makes up the
 * program: its own folders and the files beside them that the build and the tests read, nothing hidden, no packages.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zip } from 'fflate'
import { Hono } from 'hono'
import { isExecutable, programRoot, readOwnFile } from '../base/ownFiles.ts'
import { sourcePath } from '../base/settings/serverFacts.ts'
import type { AppEnv } from '../security/security.ts'
import { disposition } from './sendFile.ts'
import { serveCall } from './serveCall.ts'

const parts = [
  '{src,server,workers,wasm,fixtures,bench}/**/*.{ts,c,tsx,mts,js,mjs,json,css,svg,md,sql,wasm}',
  'server/{api/*.graphql,packaging/{Containerfile,environment,thicket,*.conf,*.service}}',
  '*.{ts,mjs,json,md}',
  'LICENSE',
]

let made: Promise<Uint8Array> | undefined

export function sourceRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'GET /web/source.zip', async ({ context }) => {
    made ??= packSource().catch((error: unknown) => {
      made = undefined
      throw error
    })
    const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': disposition('thicket-source.zip') }
    return context.body(new Uint8Array(await made), 200, headers)
  })
  return routes
}

/** In the executable it was packed when that was made. */
export function packSource(): Promise<Uint8Array> {
  if (isExecutable) return Promise.resolve(readOwnFile(join(programRoot, sourcePath)))
  const names = parts
    .flatMap((part) => globSync(part, { cwd: programRoot, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const files = Object.fromEntries(
    names.map((path) => [`thicket/${path.slice(programRoot.length + 1).replaceAll('\\', '/')}`, readFileSync(path)]),
  )
  return new Promise((resolve, reject) => zip(files, (error, bytes) => (error ? reject(error) : resolve(bytes))))
}
