/** A server with somebody of every right in one project, for the matrices of rights. */
import { openLog } from '../base/log.ts'
import { openMetrics } from '../routes/metrics.ts'
import type { Role } from './rights.ts'
import { testFolder } from './serve.ts'
import { type ServedCloud, type Someone, serveCloud } from './serveCloud.ts'
import { connect } from './socketClient.ts'
import { speechProgram } from './speech.ts'
import { madeOf, rowsOf } from './wireRows.ts'

export interface Everybody {
  readonly served: ServedCloud
  /** The deleted one has had an account, the removed one a right to write. */
  readonly people: Readonly<Record<Exclude<Role, 'anonymous'>, Someone>>
  readonly uuid: string
  /** Another project of the owner's, shared as the roles say. */
  newProject(): Promise<string>
}

/** More than a page would ever send. */
const unbounded = { perSecond: 1e9, atOnce: 1e9 }

export async function serveEverybody(): Promise<Everybody> {
  // All routes that there are, and a log that does not tell of what is refused on purpose.
  const folder = testFolder()
  const served = await serveCloud(folder, {
    settings: { speech: `command:${speechProgram(folder, { 1: ['word'] })}`, speechMemory: 0 },
    operations: { metrics: openMetrics(), metricsToken: null, proxied: false },
    log: openLog('silent'),
    limits: {
      ofPerson: 1000,
      inWorks: 1e9,
      processor: { loop: unbounded, threads: unbounded, shared: unbounded },
      messages: unbounded,
      bytes: unbounded,
    },
  })
  const names = ['stranger', 'removed', 'deleted', 'reader', 'writer', 'owner'] as const
  const made = await Promise.all(names.map((name) => served.person(name)))
  const people = Object.fromEntries(names.map((name, i) => [name, made[i]])) as unknown as Everybody['people']
  await served.person('spectator')
  let projects = 0
  const newProject = async () => {
    projects += 1
    const project = await people.owner.project(`Project ${projects}`)
    await people.owner.share(project, people.reader, 'read')
    await people.owner.share(project, people.writer, 'write')
    return project
  }
  const uuid = await newProject()
  await people.owner.share(uuid, people.removed, 'write')
  await people.owner.share(uuid, people.deleted, 'write')
  // Something for the history.
  const first = await connect(people.owner)
  await first.open(uuid)
  await first.push(1, [madeOf('groups', rowsOf('groups', 'owner', 1).rows)])
  first.socket.terminate()
  await people.owner.send('DELETE', `/web/api/v2/projects/${uuid}/share?user=${people.removed.email}`)
  const gone = await people.deleted.send('DELETE', '/web/api/user/delete', { password: people.deleted.password })
  if (gone.status !== 200) throw new Error(JSON.stringify(gone))
  return { served, people, uuid, newProject }
}
