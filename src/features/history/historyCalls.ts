/** What the history asks of the server: the shapes of `src/model/history.ts`. */
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { api, apiBytes } from '../../data/server/server.ts'
import type { HistoryEntry, HistoryFilter, HistoryPage, RestorePreview, StepDetail } from '../../model/history.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'

/** A state of the project: after a step, of a version, or in a backup. */
export type Moment = KeptMoment | { of: 'backups'; id: string }
export interface KeptMoment {
  of: 'history' | 'versions'
  id: number
}

type Project = Pick<ProjectHandle, 'uuid' | 'state' | 'openHistory'>

export async function stepsOf(project: Project, filter: HistoryFilter): Promise<Result<HistoryPage>> {
  const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  const page = await api('GET /v1/thicket/projects/{uuid}/history', { path: { uuid: project.uuid }, query })
  return isProblem(page) ? page : ok({ ...page.ok, entries: await opened(project, page.ok.entries) })
}
async function stepOf(project: Project, seq: number): Promise<Result<StepDetail>> {
  const path = { uuid: project.uuid, seq: String(seq) }
  const step = await api('GET /v1/thicket/projects/{uuid}/history/{seq}', { path })
  if (isProblem(step)) return step
  const [detail = step.ok] = await opened(project, [step.ok])
  return ok(detail)
}
/** The server of a protected project cannot read them. */
const opened = async <Step extends HistoryEntry | StepDetail>({ state, openHistory }: Project, steps: Step[]) =>
  state.isProtected ? openHistory(steps) : steps
/** As many are asked for at once. */
const together = 6
/** What each of these steps did. `known`: what was answered before, which is not asked again. */
export async function detailsOf(
  project: Project,
  seqs: readonly number[],
  known: Map<number, StepDetail>,
): Promise<Result<StepDetail[]>> {
  const missing = seqs.filter((seq) => !known.has(seq))
  for (let from = 0; from < missing.length; from += together) {
    const found = await Promise.all(missing.slice(from, from + together).map((seq) => stepOf(project, seq)))
    for (const detail of found) {
      if (isProblem(detail)) return detail
      known.set(detail.ok.seq, detail.ok)
    }
  }
  return ok(seqs.flatMap((seq) => known.get(seq) ?? []))
}
const keptPath = (uuid: string, { of, id }: KeptMoment) => ({ uuid, kind: of, id: String(id) })

export const previewOf = (uuid: string, moment: Moment): Promise<Result<RestorePreview>> =>
  moment.of === 'backups'
    ? api('GET /v1/thicket/projects/{uuid}/backups/{id}/preview', { path: { uuid, id: moment.id } })
    : api('GET /v1/thicket/projects/{uuid}/{kind}/{id}/preview', { path: keptPath(uuid, moment) })
export const stateOf = (uuid: string, moment: KeptMoment) =>
  apiBytes('GET /v1/thicket/projects/{uuid}/{kind}/{id}/state', { path: keptPath(uuid, moment) })
export const openAsNew = (uuid: string, moment: Moment, name: string): Promise<Result<{ project_uuid: string }>> =>
  moment.of === 'backups'
    ? api('POST /v1/thicket/projects/{uuid}/backups/{id}/project', { path: { uuid, id: moment.id }, body: { name } })
    : api('POST /v1/thicket/projects/{uuid}/{kind}/{id}/project', { path: keptPath(uuid, moment), body: { name } })

export const versionsOf = (uuid: string) => api('GET /v1/thicket/projects/{uuid}/versions', { path: { uuid } })
export const nameVersion = (uuid: string, name: string, author: string) =>
  api('POST /v1/thicket/projects/{uuid}/versions', { path: { uuid }, body: { name, author } })
export const removeVersion = (uuid: string, id: number) =>
  api('DELETE /v1/thicket/projects/{uuid}/versions/{id}', { path: { uuid, id: String(id) } })

export const backupsOf = (uuid: string) => api('GET /v1/thicket/projects/{uuid}/backups', { path: { uuid } })
export const backUp = (uuid: string) => api('POST /v1/thicket/projects/{uuid}/backups', { path: { uuid } })
export const putBack = (uuid: string, id: string) =>
  api('POST /v1/thicket/projects/{uuid}/backups/{id}/restore', { path: { uuid, id } })
