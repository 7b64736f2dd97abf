/**
 * The server of this machine, as it last told of itself: it may be starting, which it says by the port −1 (2 §4), and the person may have ended
 * it. What it says of the trial goes on to `activation.ts`.
 */
import { proxy } from 'valtio'
import type { InUse, LocalState } from '../../model/contract/shapes.ts'
import { trial } from '../../model/limits.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import { takeTrial } from './activation.ts'
import { api } from './server.ts'
import { can } from './serverFacts.ts'

export interface LocalServer {
  /** `unheard`: it has said nothing yet. A screen that is shown stays, whatever becomes of the server meanwhile: what needs it says so. */
  standing: 'unheard' | 'starting' | 'running' | 'ended'
}

export const localServer = proxy<LocalServer>({ standing: 'unheard' })

/** ms. One that was started from a menu ends when it hears of no page (`server/running/endUnused.ts`). */
const tellEvery = 5 * 60_000
let next: ReturnType<typeof setTimeout> | undefined

/** Asks how it is, until it runs; from then on it is told now and then that this page is here. */
export async function hearServer(): Promise<void> {
  if (!can('localFiles')) return
  const answer = await api('GET /web/api/local/state')
  clearTimeout(next)
  takeTrial(isProblem(answer) || isStarting(answer.ok) ? null : answer.ok)
  if (!isProblem(answer)) {
    if (!isStarting(answer.ok)) localServer.standing = 'running'
    else if (localServer.standing !== 'running') localServer.standing = 'starting'
  }
  const waits = localServer.standing !== 'running' && !(isProblem(answer) && answer.problem.kind === 'notSignedIn')
  next = setTimeout(() => void hearServer(), waits ? trial.portPollMs : tellEvery)
}

const isStarting = ({ port }: LocalState): boolean => port === -1

/** The projects that windows have open, this one too; in every browser of this machine. */
export const projectsInUse = (): Promise<Result<InUse>> => api('GET /web/api/local/quit')

/** Its end is told to the other tabs. Those with a project open stay as they are: their sockets say it. */
const inProject = (): boolean => /^#\/projects\/(?!create\b)./.test(location.hash)
function end(): void {
  localServer.standing = 'ended'
  clearTimeout(next)
  next = setTimeout(() => void hearServer(), trial.portPollMs)
}
const tabs = can('localFiles') && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel('thicket:ended') : null
tabs?.addEventListener('message', () => !inProject() && end())

/** Ends the program. */
export async function quitServer(): Promise<Result<object>> {
  const answer = await api('POST /web/api/local/quit')
  if (isProblem(answer)) return answer
  end()
  tabs?.postMessage('ended')
  return answer
}
