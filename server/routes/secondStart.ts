/**
 * The way in for a start of Thicket beside one that runs (`running/secondStart.ts`). What is handed over to it it opens, or makes where
 * that is wished; a project of another program waits here until the page fetches it, under a key, since the page is to read no file that nobody gave it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { Hono } from 'hono'
import type { GivenFile } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { nonceShape } from '../base/proof.ts'
import { withSuffix } from '../files/projectFile.ts'
import type { LocalFiles } from '../host.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { sendFile } from './sendFile.ts'
import { serveCall, withBody } from './serveCall.ts'

/** The oldest is forgotten: whoever opens another twenty will have imported it. */
const mostGiven = 20

/** Asked by whoever does not know yet whom they are talking to. */
export function proofRoutes(local: LocalFiles, port: () => number): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'GET /web/api/local/proof', ({ query: { nonce = '' } }) =>
    nonceShape.test(nonce)
      ? ok({ proof: local.proof(port(), nonce) })
      : problem({ kind: 'badRequest', detail: 'nonce' }),
  )
  return routes
}

export function secondStartRoutes(local: LocalFiles, rooms: Rooms): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const given = new Map<string, string>()

  serveCall(routes, 'POST /web/api/local/given', (asked) =>
    withBody(asked, async ({ path: written, make = false }) => {
      const path = await local.resolvePath(written)
      if (isProblem(path)) return path
      return /\.qdpx$/i.test(path.ok) ? keep(path.ok) : open(path.ok, make)
    }),
  )

  serveCall(routes, 'GET /web/api/local/given/{key}', ({ context, path: { key } }) => {
    const path = given.get(key)
    if (path === undefined || !isFile(path)) return problem({ kind: 'fileNotFound', name: path ?? '' })
    return sendFile(context, path, { type: 'application/octet-stream' })
  })

  const keep = (path: string): Result<GivenFile> => {
    if (!isFile(path)) return problem({ kind: 'fileNotFound', name: path })
    const key = randomBytes(18).toString('base64url')
    given.set(key, path)
    for (const oldest of [...given.keys()].slice(0, -mostGiven)) given.delete(oldest)
    return ok({ route: `/projects?${new URLSearchParams({ given: key, path })}` })
  }

  const open = async (path: string, make: boolean): Promise<Result<GivenFile>> => {
    const file = existsSync(path) ? path : withSuffix(path)
    const opened = make ? await rooms.create(file, false) : await rooms.openPath(file)
    return isProblem(opened) ? opened : ok({ route: `/projects/${opened.ok.stored.uuid}` })
  }

  return routes
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
