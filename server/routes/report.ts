/**
 * Reports as archives, of a project or, in local mode, of a file. The language is the one that the browser prefers. The viewer inside, by itself:
 * GET /web/assets/{hash}/report.zip.
 */
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { projectTitle } from '../../src/model/rules/projects/projectTitle.ts'
import { calledBy } from '../base/calledBy.ts'
import { askerOf } from '../base/turns/asker.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host, LocalFiles } from '../host.ts'
import { reportLanguageOf } from '../reports/gatherReportOptions.ts'
import { writeReportFile } from '../reports/reportFile.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import { sendFile } from './sendFile.ts'
import { serveCall } from './serveCall.ts'

/** `page`: the folder of the built page, with the viewer. */
export interface ReportParts {
  host: Host
  rooms: Rooms
  page: string
}

/** Reports that one person has in the works, until each has been taken. */
const turns = fewForEach({ atOnce: 2, mostWaiting: 2 })

export function reportRoutes(parts: ReportParts): Hono<AppEnv> {
  const { host, rooms } = parts
  const routes = new Hono<AppEnv>()
  serveCall(
    routes,
    'GET /web/api/v2/{region}/projects/{uuid}/report',
    ({ context, person, path: { region, uuid } }) => {
      const isHere = host.region === undefined || region === host.region
      if (!isHere || host.access(person, uuid) === null) return problem({ kind: 'projectNotFound', name: uuid })
      return sendReport(context, parts, () => rooms.open(uuid))
    },
  )
  return routes
}

export function localReportRoutes(parts: ReportParts, local: LocalFiles): Hono<AppEnv> {
  const { rooms } = parts
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'GET /web/api/local/report', async ({ context, query: { name = '' } }) => {
    const path = await local.resolvePath(name)
    return isProblem(path) ? path : sendReport(context, parts, () => rooms.openPath(path.ok))
  })
  return routes
}

/** Of a copy, so that the room goes on meanwhile. */
async function sendReport(
  context: Context<AppEnv>,
  { host, rooms, page }: ReportParts,
  open: () => Promise<Result<OpenProject>>,
): Promise<Response | { problem: Problem }> {
  const { person, signal } = askerOf(context.get('person'), context.req.raw)
  const leave = await turns.take(person, signal)
  if (!leave) return problem(busy)
  const [path, out] = [rooms.temporary.path('.qrk', person), rooms.temporary.path('.zip', person)]
  const over = () => {
    discardTemporary(out)
    leave()
  }
  try {
    const found = await open()
    if (isProblem(found)) over()
    if (isProblem(found)) return found
    const { stored, use } = found.ok
    const title = projectTitle(host.nameOf(stored.uuid) ?? '')
    const release = use()
    const copied = await stored.write(path, 'download').finally(release)
    const template = join(page, 'report.zip')
    const language = reportLanguageOf(context.req.header('accept-language') ?? '')
    const written = isProblem(copied) ? copied : await writeReportFile({ path, title, out, template, language }, signal)
    if (isProblem(written)) over()
    if (isProblem(written)) return problem(calledBy(title, written.problem))
    host.audit?.used('projectExported', context.get('person'), stored.uuid, { detail: 'report' })
    return sendFile(context, out, { type: 'application/zip', name: `${title} report.zip`, over })
  } catch (error) {
    over()
    throw error
  } finally {
    discardTemporary(path)
  }
}
