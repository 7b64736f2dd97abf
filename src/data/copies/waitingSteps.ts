/** What waits in the copies of this browser, as far as somebody has looked (`sendWaitingSteps.ts`): for rows that say so. */
import { proxy } from 'valtio'

export interface Waits {
  /** Steps that have not been sent. */
  waiting: number
  /** Steps that the room takes no more, kept for their author. */
  setAside: number
}

/** By project. */
export const waitingSteps = proxy<{ of: Record<string, Waits> }>({ of: {} })

export function noteWaits(uuid: string, { waiting, setAside }: Waits): void {
  if (waiting + setAside > 0) waitingSteps.of[uuid] = { waiting, setAside }
  else delete waitingSteps.of[uuid]
}

/** Projects with steps that have not been sent. */
export const waitingProjects = (): string[] =>
  Object.keys(waitingSteps.of).filter((uuid) => waitingSteps.of[uuid]?.waiting)
