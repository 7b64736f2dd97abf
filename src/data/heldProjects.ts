/**
 * The projects that screens of this tab hold open. One that is let go closes when what was done in it has reached the
 * server, or after a while without it: then its steps wait in the copy on this device. Held again meanwhile, it goes on.
 */
import { subscribe } from 'valtio'
import type { ProjectHandle } from './handle.ts'
import { type OpenOptions, openProject } from './openProject.ts'

interface Held {
  handle: ProjectHandle
  holders: number
}

const held = new Map<string, Held>()
/** How long a project that was left may take to send its last steps, in ms. */
const patience = 3000

export function holdProject(options: OpenOptions): ProjectHandle {
  const known = held.get(options.uuid)
  if (known) {
    known.holders += 1
    return known.handle
  }
  const handle = openProject(options)
  held.set(options.uuid, { handle, holders: 1 })
  return handle
}

export async function letGo(handle: ProjectHandle): Promise<void> {
  const entry = held.get(handle.uuid)
  if (entry?.handle !== handle) return
  entry.holders -= 1
  await Promise.race([settled(handle), new Promise((resolve) => setTimeout(resolve, patience))])
  if (entry.holders > 0 || held.get(handle.uuid) !== entry) return
  held.delete(handle.uuid)
  handle.close()
}

/** Closes it at once and forgets it, for a project that could not be opened: the next hold opens it anew. */
export function giveUp(handle: ProjectHandle): void {
  if (held.get(handle.uuid)?.handle === handle) held.delete(handle.uuid)
  handle.close()
}

async function settled(handle: ProjectHandle): Promise<void> {
  const { state } = handle
  if (state.connection !== 'online') return
  // Answered after all that was asked before it: what the screens said at their end is in the copy by then.
  await handle.ask('totals', {})
  if (state.waiting === 0) return
  await new Promise<void>((resolve) => {
    const stop = subscribe(state, () => {
      if (state.waiting > 0 && state.connection === 'online') return
      stop()
      resolve()
    })
  })
}
