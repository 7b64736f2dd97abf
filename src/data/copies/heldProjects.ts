/**
 * The projects that screens of this tab hold open. One that is let go closes when what was done in it has reached the
 * server, or after a while without it: then its steps wait in the copy on this device. Where the copy is in memory they wait
 * in this tab alone: then it stays open until they are through. Held again meanwhile, it goes on.
 */
import { askBeforeLeaving } from '../askBeforeLeaving.ts'
import { accountKey } from '../server/session.ts'
import { copyKey, keyOfCopy } from './copyKey.ts'
import type { ProjectHandle } from './handle.ts'
import { held, until, wouldLose } from './held.ts'
import { type OpenOptions, openProject } from './openProject.ts'

/** Of the person who is here now. */
const ownKey = (uuid: string): string => copyKey(accountKey(), uuid)

/** How long a project that was left may take to send its last steps, in ms. */
const patience = 3000
/** How long it may take until they are in the copy: a browser that has much to do answers late, and what it is not given time for is lost. */
const copyPatience = 30_000

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
  await settled(handle)
  if (wouldLose(handle.state)) {
    const askNoMore = askBeforeLeaving()
    await until(handle, () => !wouldLose(handle.state))
    askNoMore()
  }
  if (entry.holders > 0 || held.get(keyOfCopy(handle)) !== entry) return
  held.delete(keyOfCopy(handle))
  handle.close()
}

/** Keeps a project open for work that goes on when its screen has been left; what it returns is to be called when that is done. */
export function keepOpen(handle: ProjectHandle): () => void {
  const entry = held.get(keyOfCopy(handle))
  if (entry?.handle !== handle) return () => {}
  entry.holders += 1
  return () => void letGo(handle)
}

/** Resolves when all that was done in this tab is on the server, or after a while. */
export async function settledAll(): Promise<void> {
  await Promise.all([...held.values()].map(({ handle }) => settled(handle)))
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

/** Resolves when all that was done is on the server, or after a while; where nobody can send it now, when it is in the copy. */
async function settled(handle: ProjectHandle): Promise<void> {
  await atMost(copyPatience, inCopy(handle))
  await atMost(patience, sent(handle))
}

/**
 * Resolves when what the screens said at their end is in the copy: a question is answered after all that was said before it. A screen ends before the
 * parts of it (React's order), so that the question is asked once all of them have ended; and typing that was under way then is followed by what was
 * typed after it, which the second question finds.
 */
async function inCopy(handle: ProjectHandle): Promise<void> {
  const { connection, problem, isLocked } = handle.state
  if (connection === 'opening' || problem !== null || isLocked) return
  await Promise.resolve()
  await handle.ask('totals', {})
  await handle.ask('totals', {})
}

const sent = (handle: ProjectHandle): Promise<void> =>
  until(handle, () => handle.state.waiting === 0 || handle.state.connection !== 'online')

/** Resolves with `done`, or after so many ms: then false. */
async function atMost(time: number, done: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, time, false)
  })
  const isDone = await Promise.race([done.then(() => true), over])
  clearTimeout(timer)
  return isDone
}

/**
 * The steps that were not sent (as `waitingAsFile`) in a project that is its person's to see no more, with what its screens said at their end, in this tab
 * and in the others of this browser; null: nobody answers. It stays open until it is given up.
 */
export async function lastSteps(handle: ProjectHandle): Promise<string | null> {
  const entry = held.get(keyOfCopy(handle))
  if (entry?.handle === handle) entry.holders += 1
  // Typing that was under way as its screen ended is followed by what was typed after it, which the second question finds.
  const haveSaid = async () => {
    await handle.waitingAsFile()
    await handle.waitingAsFile()
  }
  if (!(await atMost(copyPatience, haveSaid()))) return null
  await atMost(copyPatience, handle.handOn())
  return handle.waitingAsFile()
}

/**
 * Closes it and forgets it once every tab of this browser that has it open needs it no more: what they have to say goes to the worker, which is one
 * tab's. False: one still may after a while, for it may have crashed.
 */
export async function giveUpLast(handle: ProjectHandle): Promise<boolean> {
  if (held.get(keyOfCopy(handle))?.handle === handle) held.delete(keyOfCopy(handle))
  const haveAll = await atMost(copyPatience, handle.leaveAll())
  handle.close()
  return haveAll
}
