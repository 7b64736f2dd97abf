/**
 * Transcripts that are sources now, while the server does not know it: it deletes a result once it hears that, so that it hears it only when the step
 * that made the source is in the room. Until then the browser keeps which they are, so that none is collected twice.
 */
import { subscribe } from 'valtio'
import { isProblem, type Result } from '../../model/problems.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { keep, kept } from '../copies/keptText.ts'

type Asked = Pick<ProjectHandle, 'uuid' | 'account' | 'ask' | 'state' | 'waitingAsFile'>

/** The sources by the ids of their transcriptions. */
type Noted = Readonly<Record<string, number>>

const keyOf = ({ account, uuid }: Pick<Asked, 'account' | 'uuid'>) => `thicket:collected:${account}:${uuid}`

export function collectedSources(project: Pick<Asked, 'account' | 'uuid'>): Noted {
  try {
    return JSON.parse(kept(keyOf(project)) ?? '{}') as Noted
  } catch {
    return {}
  }
}

export const noteCollected = (project: Asked, id: string, sourceId: number): void =>
  write(project, { ...collectedSources(project), [id]: sourceId })

/** How the server is told of one. */
type Tell = (id: string) => Promise<Result<unknown>>

export interface Telling {
  /** One more was collected. */
  look(): void
  stop(): void
}

/** Tells the server of them, now and whenever steps have been confirmed; `told`: of at least one. */
export function tellCollected(project: Asked, tell: Tell, told: () => void): Telling {
  let isTelling = false
  /** Something has changed meanwhile. */
  let isStale = false
  const look = async (): Promise<void> => {
    isStale = isTelling
    const { waiting, connection } = project.state
    if (isTelling || waiting > 0 || connection !== 'online') return
    isTelling = true
    const isTold = await tellAll(project, tell).finally(() => {
      isTelling = false
    })
    if (isTold) told()
    if (isStale) await look()
  }
  void look()
  return { look: () => void look(), stop: subscribe(project.state, () => void look()) }
}

/** Whether the server was told of any. */
async function tellAll(project: Asked, tell: Tell): Promise<boolean> {
  const noted = Object.entries(collectedSources(project))
  // The state comes by a way of its own: the worker knows what waits.
  if (noted.length === 0 || (await project.waitingAsFile()) !== '[]') return false
  let isTold = false
  for (const [id, sourceId] of noted) {
    // Undone since, or refused by the room: it can be collected again.
    const isThere = (await project.ask('source', { sourceId })).value !== null
    const answer = isThere && (await tell(id))
    if (answer && isProblem(answer) && answer.problem.kind === 'cannotConnect') continue
    isTold ||= Boolean(answer)
    const { [id]: _, ...others } = collectedSources(project)
    write(project, others)
  }
  return isTold
}

const write = (project: Asked, noted: Noted): void =>
  keep(keyOf(project), Object.keys(noted).length === 0 ? null : JSON.stringify(noted))
