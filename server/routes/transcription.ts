/** Recordings become texts. They come sealed and go sealed; each person sees their own. Who only reads a project sends none. */
import { Hono } from 'hono'
import { mayWrite } from '../../src/model/access.ts'
import { shapes } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import { readShape } from '../base/readShape.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host, Person, Transcriptions } from '../host.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import { readUpload } from './readUpload.ts'
import { done, serveCall } from './serveCall.ts'

/** A day and more of sound. */
const mostSent = 200 * 1024 * 1024
/** Those that are sent, and some that a program may add. */
const mostFields = 12

export function transcriptionRoutes(host: Host, transcriptions: Transcriptions, rooms: Rooms): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const sending = fewForEach({ atOnce: 2, mostWaiting: 4 })

  const seen = (person: Person, uuid: string, toWrite = false): Result<void> => {
    const access = host.access(person, uuid)
    if (access === null) return problem({ kind: 'projectNotFound', name: uuid })
    return toWrite && !mayWrite(access) ? problem({ kind: 'readOnly' }) : ok(undefined)
  }

  serveCall(routes, 'GET /web/api/transcription/pem', async ({ context }) =>
    context.text(await transcriptions.publicKey()),
  )

  serveCall(routes, 'GET /web/api/transcription/secs', ({ person }) =>
    ok({ secondsRemaining: transcriptions.secondsRemaining(person) }),
  )

  serveCall(routes, 'GET /web/api/transcription/{uuid}', ({ person, path: { uuid } }) => {
    const may = seen(person, uuid)
    return isProblem(may) ? may : ok({ transcriptions: transcriptions.list(person, uuid) })
  })

  // Read as it comes, by the shape that the call declares.
  serveCall(routes, 'POST /web/api/transcription/{uuid}', async ({ context, person, path: { uuid } }) => {
    const may = seen(person, uuid, true)
    if (isProblem(may)) return may
    const leave = await sending.take(person.id, context.req.raw.signal)
    if (!leave) return problem(busy)
    const path = rooms.temporary.path('.sealed', person.id)
    try {
      const { left, of } = host.free(person)
      const most = Math.min(mostSent, Math.max(left, 0))
      const sent = await readUpload(context, 'file', path, most, mostFields)
      if (isProblem(sent)) {
        const isFull = sent.problem.kind === 'fileTooLarge' && left < mostSent
        return problem(isFull ? { kind: 'quotaExceeded', most: of } : sent.problem)
      }
      const fields = readShape(shapes.NewTranscription, { ...sent.ok.fields, file: sent.ok.file })
      if (isProblem(fields)) return fields
      const {
        id,
        name,
        audioLength,
        publicKey,
        secret,
        language = 'auto',
        highAccuracy,
        diarize,
        sound = null,
      } = fields.ok
      // It may have been taken away while the file came.
      const still = seen(person, uuid, true)
      if (isProblem(still)) return still
      const wanted = { language, highAccuracy: highAccuracy === 'true', diarize: diarize === 'true' }
      const recording = { id, name: cleanLine(name), seconds: Number(audioLength), publicKey, secret, wanted, sound }
      return await transcriptions.submit(person, uuid, recording, path)
    } finally {
      discardTemporary(path)
      leave()
    }
  })

  serveCall(routes, 'GET /web/api/transcription/{uuid}/{id}', ({ person, path: { uuid, id } }) => {
    const may = seen(person, uuid)
    return isProblem(may) ? may : transcriptions.result(person, uuid, id)
  })

  serveCall(routes, 'PATCH /web/api/transcription/{uuid}/{id}', ({ person, path: { uuid, id } }) => {
    const may = seen(person, uuid)
    return isProblem(may) ? may : done(transcriptions.collected(person, uuid, id))
  })

  return routes
}
