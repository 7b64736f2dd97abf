/** The sound of a project's recordings: whoever may read the project may hear it, whoever may write brings it. */
import { Hono } from 'hono'
import { mayWrite } from '../../src/model/access.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { isMediaHash, mostMedia } from '../../src/model/sound/media.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host, Person } from '../host.ts'
import { bytesLeft } from '../rooms/bytesLeft.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import { readUpload } from './readUpload.ts'
import { sendFile } from './sendFile.ts'
import { serveCall } from './serveCall.ts'

type Reply<T> = Result<T> | Response

export function mediaRoutes(host: Host, rooms: Rooms): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  /** What one person fetches and sends at once: each is twice on the disk meanwhile. */
  const turns = fewForEach({ atOnce: 2, mostWaiting: 8 })

  const mayReach = (person: Person, uuid: string, toWrite: boolean): Result<void> => {
    const access = host.access(person, uuid)
    if (access === null) return problem({ kind: 'projectNotFound', name: uuid })
    if (!toWrite || mayWrite(access)) return ok(undefined)
    return problem({ kind: host.mustPay?.(person, uuid) ? 'paymentRequired' : 'readOnly' })
  }

  const withProject = async <T>(uuid: string, use: (project: OpenProject) => Promise<Reply<T>>): Promise<Reply<T>> => {
    const found = await rooms.open(uuid)
    if (isProblem(found)) return found
    const release = found.ok.use()
    return use(found.ok).finally(release)
  }

  serveCall(
    routes,
    'PUT /v1/thicket/projects/{uuid}/media/{hash}',
    async ({ context, person, path: { uuid, hash } }) => {
      const may = mayReach(person, uuid, true)
      if (isProblem(may)) return may
      if (!isMediaHash(hash)) return problem({ kind: 'badRequest', detail: 'hash: no SHA-256 in base64url' })
      const leave = await turns.take(person.id, context.req.raw.signal)
      if (!leave) return problem(busy)
      const path = rooms.temporary.path('.sound', person.id)
      try {
        const left = Math.max(0, bytesLeft(host, uuid))
        const sent = await readUpload(context, 'file', path, Math.min(mostMedia, left))
        if (isProblem(sent)) {
          const isFull = sent.problem.kind === 'fileTooLarge' && left < mostMedia
          return isFull ? problem({ kind: 'quotaExceeded', most: host.bound(uuid)?.of ?? 0 }) : sent
        }
        return await withProject(uuid, async ({ stored }) => {
          // It may have been taken away while the bytes came.
          const still = mayReach(person, uuid, true)
          if (isProblem(still)) return still
          const kept = await stored.ask('keepMedia', { hash, path })
          if (isProblem(kept)) return kept
          host.audit?.used('projectChanged', person, uuid)
          return ok({})
        })
      } finally {
        discardTemporary(path)
        leave()
      }
    },
  )

  serveCall(
    routes,
    'GET /v1/thicket/projects/{uuid}/media/{hash}',
    async ({ context, person, path: { uuid, hash } }) => {
      const may = mayReach(person, uuid, false)
      if (isProblem(may)) return may
      const leave = await turns.take(person.id, context.req.raw.signal)
      if (!leave) return problem(busy)
      const path = rooms.temporary.path('.sound', person.id)
      const over = () => {
        discardTemporary(path)
        leave()
      }
      const written = await withProject<undefined>(uuid, ({ stored }) => stored.ask('media', { hash, path })).catch(
        (error: unknown) => {
          over()
          throw error
        },
      )
      if (written instanceof Response || isProblem(written)) {
        over()
        return written
      }
      host.audit?.used('projectOpened', person, uuid)
      // Under its hash it never is anything else.
      const headers = { 'Cache-Control': 'private, max-age=31536000, immutable' }
      return sendFile(context, path, { type: 'application/octet-stream', etag: `"${hash}"`, headers, over })
    },
  )

  return routes
}
