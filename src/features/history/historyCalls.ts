/** What the history asks of the server: the shapes of `src/model/history.ts`. */
import { api, apiBytes } from '../../data/server/server.ts'
import type {
  Backup,
  BackupList,
  HistoryFilter,
  HistoryPage,
  NamedVersion,
  RestorePreview,
  StepDetail,
} from '../../model/history.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'

/** A state of the project: after a step, of a version, or in a backup. */
export type Moment = { of: 'history' | 'versions'; id: number } | { of: 'backups'; id: string }

const at = (uuid: string, path: string): string => `/v1/thicket/projects/${uuid}/${path}`
const of = ({ of, id }: Moment): string => `${of}/${encodeURIComponent(id)}`

export function stepsOf(uuid: string, filter: HistoryFilter): Promise<Result<HistoryPage>> {
  const given = Object.entries(filter).map(([name, value]) => [name, String(value)])
  return api(at(uuid, `history?${new URLSearchParams(given)}`))
}
const stepOf = (uuid: string, seq: number) => api<StepDetail>(at(uuid, `history/${seq}`))
/** As many are asked for at once. */
const together = 6
/** What each of these steps did. `known`: what was answered before, which is not asked again. */
export async function detailsOf(
  uuid: string,
  seqs: readonly number[],
  known: Map<number, StepDetail>,
): Promise<Result<StepDetail[]>> {
  const missing = seqs.filter((seq) => !known.has(seq))
  for (let from = 0; from < missing.length; from += together) {
    const found = await Promise.all(missing.slice(from, from + together).map((seq) => stepOf(uuid, seq)))
    for (const detail of found) {
      if (isProblem(detail)) return detail
      known.set(detail.ok.seq, detail.ok)
    }
  }
  return ok(seqs.flatMap((seq) => known.get(seq) ?? []))
}
export const previewOf = (uuid: string, moment: Moment) => api<RestorePreview>(at(uuid, `${of(moment)}/preview`))
export const stateOf = (uuid: string, moment: Moment) => apiBytes(at(uuid, `${of(moment)}/state`))
export const openAsNew = (uuid: string, moment: Moment, name: string) =>
  api<{ project_uuid: string }>(at(uuid, `${of(moment)}/project`), { method: 'POST', body: { name } })

export const versionsOf = (uuid: string) => api<{ versions: NamedVersion[] }>(at(uuid, 'versions'))
export const nameVersion = (uuid: string, name: string, author: string) =>
  api<NamedVersion>(at(uuid, 'versions'), { method: 'POST', body: { name, author } })
export const removeVersion = (uuid: string, id: number) => api<object>(at(uuid, `versions/${id}`), { method: 'DELETE' })

export const backupsOf = (uuid: string) => api<BackupList>(at(uuid, 'backups'))
export const backUp = (uuid: string) => api<Backup>(at(uuid, 'backups'), { method: 'POST', body: {} })
export const putBack = (uuid: string, id: string) =>
  api<object>(at(uuid, `backups/${encodeURIComponent(id)}/restore`), { method: 'POST', body: {} })
