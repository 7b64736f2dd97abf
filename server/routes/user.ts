/** A person's own account. */
import { Hono } from 'hono'
import { isProblem, ok } from '../../src/model/problems.ts'
import type { Accounts, Payment } from '../host.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { done, mapped, serveCall, withBody } from './serveCall.ts'

export function userRoutes(accounts: Accounts, rooms: Rooms, payment?: Payment): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  serveCall(routes, 'GET /web/api/user/data', ({ person }) => ok(accounts.data(person)))

  serveCall(routes, 'PUT /web/api/user/account', (asked) =>
    withBody(asked, (change) => accounts.update(asked.person, change)),
  )

  serveCall(routes, 'POST /web/api/user/email', (asked) =>
    withBody(asked, ({ link }) => accounts.confirmEmail(asked.person, link)),
  )

  serveCall(routes, 'POST /web/api/user/email/send', ({ person }) => accounts.sendEmailLink(person))

  serveCall(routes, 'DELETE /web/api/user/email', ({ person }) => accounts.cancelEmail(person))

  serveCall(routes, 'POST /web/api/user/change', (asked) =>
    withBody(asked, async ({ oldPwd, newPwd, transcription_key }) =>
      done(await accounts.changePassword(asked.person, oldPwd, newPwd, transcription_key)),
    ),
  )

  serveCall(routes, 'PUT /web/api/user/transcriptionKey', (asked) =>
    withBody(asked, async ({ key, password }) =>
      mapped(await accounts.keepTranscriptionKey(asked.person, key, password), (kept) => ({ transcription_key: kept })),
    ),
  )

  serveCall(routes, 'DELETE /web/api/user/signins/{id}', (asked) =>
    withBody(asked, ({ password }) => accounts.sso.unlink(asked.person, asked.path.id, password)),
  )

  serveCall(routes, 'DELETE /web/api/user/delete', (asked) =>
    withBody(asked, async ({ password }) => {
      const confirmed = await accounts.confirm(asked.person, password)
      if (isProblem(confirmed)) return confirmed
      const held = accounts.mayGo(asked.person.id)
      if (isProblem(held)) return held
      const cancelled = (await payment?.cancelAll(asked.person.id)) ?? ok(undefined)
      if (isProblem(cancelled)) return cancelled
      const gone = accounts.remove(asked.person.id)
      if (isProblem(gone)) return gone
      for (const project of gone.ok) await rooms.removed(project)
      return ok({})
    }),
  )

  serveCall(routes, 'GET /web/api/user/sessions', ({ person }) => ok({ sessions: accounts.sessions(person) }))

  serveCall(routes, 'DELETE /web/api/user/sessions/{id}', ({ person, path }) =>
    done(accounts.endSession(person, path.id)),
  )

  serveCall(routes, 'POST /web/api/user/invitation', (asked) =>
    withBody(asked, ({ link }) => done(accounts.acceptInvitation(asked.person, link))),
  )

  serveCall(routes, 'POST /web/api/user/factor', (asked) =>
    withBody(asked, ({ password, code = '' }) => accounts.beginFactor(asked.person, password, code)),
  )

  serveCall(routes, 'PUT /web/api/user/factor', (asked) =>
    withBody(asked, ({ code }) => accounts.confirmFactor(asked.person, code)),
  )

  serveCall(routes, 'POST /web/api/user/factor/codes', (asked) =>
    withBody(asked, ({ password, code = '' }) => accounts.newRecoveryCodes(asked.person, password, code)),
  )

  serveCall(routes, 'DELETE /web/api/user/factor', (asked) =>
    withBody(asked, async ({ password, code = '' }) => done(await accounts.removeFactor(asked.person, password, code))),
  )

  return routes
}
