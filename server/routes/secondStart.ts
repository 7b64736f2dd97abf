/**
 * /web/api/local: the way in for a start of Thicket beside one that runs (`running/secondStart.ts`). What is handed over to it it opens, or makes where
 * that is wished; a project of another program waits here until the page fetches it, under a key, since the page is to read no file that nobody gave it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { Hono } from 'hono'
import { z } from 'zod'
import type { GivenFile } from '../../src/model/bridge.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { nonceShape } from '../base/proof.ts'
import { withSuffix } from '../files/projectFile.ts'
import type { LocalFiles } from '../host.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { answer, bodyOf, failed } from './answer.ts'
import { sendFile } from './sendFile.ts'

const toOpen = z.object({ path: z.string().min(1).max(4096), make: z.boolean().optional() })
/** The oldest is forgotten: whoever opens another twenty will have imported it. */
const mostWaiting = 20

/** Asked by whoever does not know yet whom they are talking to. */
export function proofRoutes(local: LocalFiles, port: () => number): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/proof', (context) => {
    const nonce = context.req.query('nonce') ?? ''
    return nonceShape.test(nonce)
      ? context.json({ proof: local.proof(port(), nonce) })
      : failed(context, { kind: 'badRequest', detail: 'nonce' })
  })
  return routes
}

export function secondStartRoutes(local: LocalFiles, rooms: Rooms): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const waiting = new Map<string, string>()

  routes.post('/given', async (context) => {
    const body = await bodyOf(context, toOpen)
    if (isProblem(body)) return failed(context, body.problem)
    const path = await local.resolvePath(body.ok.path)
    if (isProblem(path)) return failed(context, path.problem)
    return answer(
      context,
      /\.qdpx$/i.test(path.ok) ? keep(path.ok) : await open(path.ok, body.ok.make ?? false),
      (found) => found,
    )
  })

  routes.get('/given/:key', (context) => {
    const path = waiting.get(context.req.param('key'))
    if (path === undefined || !isFile(path)) return failed(context, { kind: 'fileNotFound', name: path ?? '' })
    return sendFile(context, path, { type: 'application/octet-stream' })
  })

  const keep = (path: string): Result<GivenFile> => {
    if (!isFile(path)) return problem({ kind: 'fileNotFound', name: path })
    const key = randomBytes(18).toString('base64url')
    waiting.set(key, path)
    for (const oldest of [...waiting.keys()].slice(0, -mostWaiting)) waiting.delete(oldest)
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
