/**
 * Which projects this tab has open (`heldProjects.ts` opens and closes them), and what would be lost with them. Apart from what opens a project,
 * which a visit does not begin with.
 */
import { subscribe } from 'valtio'
import type { ProjectHandle, ProjectState } from './handle.ts'

interface Held {
  handle: ProjectHandle
  holders: number
}

/** By the copy's key: one whose session has ended may be open still when somebody else signs in. */
export const held = new Map<string, Held>()
/** Whether one is on its way to this tab. */
export const isOpening = (): boolean =>
  [...held.values()].some(({ handle: { state } }) => state.connection === 'opening' && state.problem === null)

/** Whether steps would be lost with the project's worker. */
export const wouldLose = ({ kept, waiting }: Pick<ProjectState, 'kept' | 'waiting'>): boolean =>
  (kept === 'memory' || kept === 'lost') && waiting > 0

/** How many steps would be. */
export const stepsAtRisk = (): number =>
  [...held.values()].reduce((sum, { handle: { state } }) => sum + (wouldLose(state) ? state.waiting : 0), 0)

/** Resolves when none would be any more: before that the page may not be drawn anew. */
export async function nothingAtRisk(): Promise<void> {
  await Promise.all([...held.values()].map(({ handle }) => until(handle, () => !wouldLose(handle.state))))
}

/** Resolves once what is asked of its state holds. */
export async function until({ state }: ProjectHandle, holds: () => boolean): Promise<void> {
  if (holds()) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(state, () => {
      if (!holds()) return
      stop()
      resolve()
    })
  })
}
