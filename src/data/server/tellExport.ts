/** Tells the server what was written of its projects here, for the audit log; without a network, once there is one again. */
import { isProblem } from '../../model/problems.ts'
import { keep as keepText, kept } from '../copies/keptText.ts'
import { api, isAway } from './server.ts'
import { accountKey } from './session.ts'

interface Untold {
  uuid: string
  form: string
}

/** Of what is kept: the oldest go first. */
const mostUntold = 200
/** Each account tells what it has written itself. */
const key = (): string => `thicket:${accountKey()}:untoldExports`
const untold = (): Untold[] => JSON.parse(kept(key()) ?? '[]') as Untold[]
const keep = (all: readonly Untold[]): void =>
  keepText(key(), all.length === 0 ? null : JSON.stringify(all.slice(-mostUntold)))

/** What the server has, or refuses, is told no more. */
export async function tellExport(uuid: string, form: string): Promise<void> {
  keep([...untold(), { uuid, form }])
  for (let [next] = untold(); next; [next] = untold()) {
    keep(untold().slice(1))
    const { form, uuid } = next
    const told = await api('POST /v1/thicket/projects/{uuid}/exports', { path: { uuid }, body: { form } })
    if (isProblem(told) && isAway(told.problem)) return keep([next, ...untold()])
  }
}
