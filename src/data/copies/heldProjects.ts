/**
 * The projects that screens of this tab hold open. One that is let go closes when what was done in it has reached the
 * server, or after a while without it: then its steps wait in the copy on this device. Where the copy is in memory they wait
 * in this tab alone: then it stays open until they are through. Held again meanwhile, it goes on.
 */
import { accountKey } from '../server/session.ts'
import { copyKey, keyOfCopy } from './copyKey.ts'
import type { ProjectHandle } from './handle.ts'
import { held, until, wouldLose } from './held.ts'
import { type OpenOptions, openProject } from './openProject.ts'

/** Of the person who is here now. */
const ownKey = (uuid: string): string => copyKey(accountKey(), uuid)

/** How long a project that was left may take to send its last steps, in ms. */
const patience = 3000

export function holdProject(options: OpenOptions): ProjectHandle {
  const known = held.get(ownKey(options.uuid))
  if (known) {
    known.holders += 1
    if (known.handle.state.problem) void known.handle.reconnect()
    return known.handle
  }
  const handle = openProject(options)
  held.set(keyOfCopy(handle), { handle, holders: 1 })
  return handle
}

export async function letGo(handle: ProjectHandle): Promise<void> {
  const entry = held.get(keyOfCopy(handle))
  if (entry?.handle !== handle) return
  entry.holders -= 1
  await Promise.race([settled(handle), new Promise((resolve) => setTimeout(resolve, patience))])
  if (wouldLose(handle.state)) {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    await until(handle, () => !wouldLose(handle.state))
    removeEventListener('beforeunload', ask)
  }
  if (entry.holders > 0 || held.get(keyOfCopy(handle)) !== entry) return
  held.delete(keyOfCopy(handle))
  handle.close()
}

/** Resolves when all that was done in this tab is on the server, or after a while. */
export async function settledAll(): Promise<void> {
  const all = Promise.all([...held.values()].map(({ handle }) => settled(handle)))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** The person's project where a screen of this tab has it open and there is something to be asked. */
export function openCopyOf(uuid: string): ProjectHandle | undefined {
  const handle = held.get(ownKey(uuid))?.handle
  return handle && handle.state.connection !== 'opening' && handle.state.problem === null ? handle : undefined
}

export const holds = (uuid: string): boolean => held.has(ownKey(uuid))

/** Not once it was given up. */
export const isHeld = (handle: ProjectHandle): boolean => held.get(keyOfCopy(handle))?.handle === handle

/** Those of an account. */
export const heldOf = (account: string): ProjectHandle[] =>
  [...held.values()].map(({ handle }) => handle).filter((handle) => handle.account === account)

/** Closes it at once and forgets it, for a project that could not be opened: the next hold opens it anew. */
export function giveUp(handle: ProjectHandle): void {
  if (held.get(keyOfCopy(handle))?.handle === handle) held.delete(keyOfCopy(handle))
  handle.close()
}

/** Resolves when all that was done is on the server, or nobody can send it now. */
async function settled(handle: ProjectHandle): Promise<void> {
  const { state } = handle
  if (state.connection !== 'online') return
  // Answered after all that was asked before it: what the screens said at their end is in the copy by then.
  await handle.ask('totals', {})
  await until(handle, () => state.waiting === 0 || state.connection !== 'online')
}

/**
 * The steps that were not sent (as `waitingAsFile`) in a project that is its person's to see no more, with what its screens said at their end; null:
 * nobody answers. It stays open until it is given up.
 */
export async function lastSteps(handle: ProjectHandle): Promise<string | null> {
  const entry = held.get(keyOfCopy(handle))
  if (entry?.handle === handle) entry.holders += 1
  // Typing that was under way as its screen ended is followed by what was typed after it, which the second question finds.
  const asked = handle.waitingAsFile().then(() => handle.waitingAsFile())
  return Promise.race([asked, new Promise<null>((resolve) => setTimeout(resolve, patience, null))])
}
