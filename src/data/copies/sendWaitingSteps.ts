/**
 * Sends what waits in copies that no screen has open: somebody worked without a network, went to the list or closed the browser, and the
 * network came back.
 *
 * Promises: one project after the other, each as any open project sends (`heldProjects.ts`), so that whoever opens it meanwhile shares its
 * worker; none is opened but those that the server has just listed for this person. What cannot be sent goes on waiting.
 */
import { subscribe } from 'valtio'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import { whatWaits } from './copies.ts'
import type { ProjectHandle } from './handle.ts'
import { heldOf, holdProject, holds, isHeld, letGo, settledAll } from './heldProjects.ts'
import type { OpenOptions } from './openProject.ts'
import { noteWaits, waitingProjects, waitingSteps } from './waitingSteps.ts'

export interface PersonsProjects {
  /** Whose copies. */
  account: string
  optionsOf: (uuid: string) => OpenOptions
  /** This person's projects, asked for now: a problem where there is no way to the server. */
  listed: () => Promise<Result<readonly ProjectEntry[]>>
}

export interface Sending {
  /** Something may wait that is not known, or may be sent now. */
  look(): void
  stop(): void
}

/** How long after a round that has left something the next one comes: at first, and at most. In ms. */
const pauses = { first: 3000, most: 30_000 }
/** How long a project that is not online may stand still before the next one's turn, in ms. */
const patience = 10_000

/** Looks into the copies whenever it is told to, and again into those that were open or in which something waits, and sends until nothing waits in them. */
export function keepSending(projects: PersonsProjects): Sending {
  const ended = new AbortController()
  let wanted = false
  let pause = pauses.first
  // Copies that were not let go of when they were looked into: another tab has them open, or this one is slow to close them. What waits there is not known yet.
  let open: readonly string[] = []
  let wake = () => {}
  const unfinished = () => [...new Set([...waitingProjects(), ...open])]
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = unfinished().length > 0 ? setTimeout(resolve, pause) : undefined
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const round = async () => {
    pause = wanted ? pauses.first : Math.min(2 * pause, pauses.most)
    const of = wanted ? undefined : unfinished()
    wanted = false
    open = await look(projects.account, of)
    // What a screen holds open is sent by it.
    const closed = waitingProjects().filter((uuid) => !holds(uuid))
    if (!ended.signal.aborted) await sendWaitingSteps(projects, closed, ended.signal)
  }
  const run = async () => {
    while (!ended.signal.aborted) {
      if (!wanted) await rest()
      // Where nothing can be kept nothing waits.
      if (!ended.signal.aborted) await round().catch(() => {})
    }
    waitingSteps.of = {}
  }
  void run()
  return {
    look: () => {
      wanted = true
      wake()
    },
    stop: () => {
      ended.abort()
      wake()
    },
  }
}

/** Resolves when what waits in them has been sent, or cannot be sent now. */
export async function sendWaitingSteps(
  { listed, optionsOf }: PersonsProjects,
  uuids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (uuids.length === 0) return
  const answer = await Promise.race([listed(), aborted(signal)])
  if (!answer || isProblem(answer)) return
  const theirs = new Set(answer.ok.filter(({ modified }) => modified !== null).map(({ project_uuid }) => project_uuid))
  for (const uuid of uuids) if (theirs.has(uuid) && !signal.aborted) await sendOne(optionsOf(uuid), signal)
}

/** `of`: into the copies of these projects alone. Resolves with the projects whose copies nobody let go of. */
async function look(account: string, of?: readonly string[]): Promise<string[]> {
  await settledAll()
  const found = await whatWaits(account, of)
  for (const uuid of Object.keys(waitingSteps.of)) if (!of && !found.has(uuid)) delete waitingSteps.of[uuid]
  for (const [uuid, waits] of found) if (waits) noteWaits(uuid, waits)
  // Copies in memory are in no folder.
  for (const { uuid, state } of heldOf(account)) if (state.waiting > 0) noteWaits(uuid, state)
  return [...found].flatMap(([uuid, waits]) => (waits ? [] : [uuid]))
}

async function sendOne(options: OpenOptions, signal: AbortSignal): Promise<void> {
  const handle = holdProject(options)
  const { uuid, state } = handle
  // Before the copy is there its numbers say nothing.
  const note = () => (state.waiting > 0 || state.connection === 'online') && noteWaits(uuid, state)
  const stop = subscribe(state, note)
  await sentOrStuck(handle, signal)
  stop()
  note()
  await letGo(handle)
}

/** As long as it is online it is waited for: a large step takes its time. */
async function sentOrStuck(handle: ProjectHandle, signal: AbortSignal): Promise<void> {
  const { state } = handle
  const isSent = () => state.connection === 'online' && state.waiting === 0
  const standing = () => JSON.stringify([state.connection, state.waiting, state.progress, state.problem])
  while (isHeld(handle) && !signal.aborted && !state.problem && !isSent()) {
    const before = standing()
    const moves = await movesOn(handle, () => standing() !== before, signal)
    if (!moves && state.connection !== 'online') return
  }
}

/** Whether it does within a while. */
const movesOn = ({ state }: ProjectHandle, hasMoved: () => boolean, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve(hasMoved())
    }
    const timer = setTimeout(end, patience)
    const stop = subscribe(state, () => hasMoved() && end())
    signal.addEventListener('abort', end)
  })

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
