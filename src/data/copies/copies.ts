/**
 * The copies of projects in this browser, by account: what waits in them, and how they go. `openProject.ts` makes them.
 *
 * Promises: a copy that is open in a tab is taken from it before it goes; what waits is counted in the copy itself.
 */
import * as Comlink from 'comlink'
import type { ProjectWorker } from '../../../workers/project.worker.ts'
import { locks } from '../locks.ts'
import { token } from '../server/session.ts'
import { copyKey, copyOf, lockName } from './copyKey.ts'
import type { ProjectHandle } from './handle.ts'
import { openCopyOf } from './heldProjects.ts'
import { countDrafts, draftedProjects, draftSteps, draftsIn } from './memoDrafts.ts'
import { openProject } from './openProject.ts'
import { countSteps, findUnsent, giveUpUnsent, joined } from './unsentSteps.ts'
import type { Waits } from './waitingSteps.ts'

export interface WaitingCopy extends Waits {
  uuid: string
  /** Memos that were begun and not saved. */
  memos: number
  /** Of a project that is this person's no more. */
  name?: string
}

/** Of projects that this account has had open here. */
export async function copiesOf(account: string): Promise<string[]> {
  const folder = await copiesFolder()
  const found: string[] = []
  if (folder)
    for await (const key of folder.keys()) {
      const copy = copyOf(key)
      if (copy.account === account) found.push(copy.uuid)
    }
  return found
}

/** Projects of which this account has something here: a copy, or memos that were begun where no copy could be kept. */
export const projectsHere = async (account: string): Promise<string[]> => [
  ...new Set([...(await copiesOf(account)), ...draftedProjects(account)]),
]

/** The copies in which something waits, memos that were not saved among it, and what is kept of copies that went; `of`: the copy of this project alone. */
export async function waitingCopies(account: string, of?: string): Promise<WaitingCopy[]> {
  const found: WaitingCopy[] = of === undefined ? await unsentCopies(account) : []
  const projects = (await projectsHere(account)).filter((uuid) => of === undefined || uuid === of)
  await withLooker(async (looker) => {
    for (const uuid of projects) {
      const memos = countDrafts(account, uuid)
      // A copy that cannot be read holds nothing that could be taken along, and hides nothing of the others.
      const { waiting, setAside } = await waitingIn(looker, account, uuid).catch(() => nothing)
      if (waiting + setAside + memos > 0) found.push({ uuid, waiting, setAside, memos })
    }
  })
  return found
}

const unsentCopies = async (account: string): Promise<WaitingCopy[]> =>
  (await unsentOf(account))
    .filter(({ isTaken }) => !isTaken)
    .map((steps) => ({ uuid: steps.uuid, name: steps.name, waiting: 0, setAside: countSteps(steps), memos: 0 }))

/** Where the browser keeps nothing, nothing is kept. */
const unsentOf = (account: string) => findUnsent(account).catch(() => [])

/** What waits in each copy of this account, or in those `of` these projects; null: another tab has it open, and sends it. Opens no project. */
export async function whatWaits(account: string, of?: readonly string[]): Promise<Map<string, Waits | null>> {
  const found = new Map<string, Waits | null>()
  const copies = of ?? (await copiesOf(account))
  await withLooker(async (looker) => {
    for (const uuid of copies) found.set(uuid, await waitsHere(looker, copyKey(account, uuid), uuid))
  })
  return found
}

/** How much of this account waits here, memos that were not saved among it, whoever is signed in; null: a copy is open still. */
export async function countLeft(account: string): Promise<number | null> {
  const waits = [...(await whatWaits(account)).values()]
  if (waits.includes(null)) return null
  const steps = waits.reduce((sum, found) => sum + (found ? found.waiting + found.setAside : 0), 0)
  return steps + draftedProjects(account).reduce((sum, uuid) => sum + countDrafts(account, uuid), 0)
}

async function waitsHere(looker: Looker, key: string, uuid: string): Promise<Waits | null> {
  const open = openCopyOf(uuid)
  if (open) return { waiting: open.state.waiting, setAside: open.state.setAside }
  // A copy that cannot be read holds nothing that could be sent; one that went meanwhile is not to be made anew by the look.
  const look = async () => ((await isHere(key)) ? looker().waiting(key) : nothing)
  return soon(key, () => look().catch(() => nothing)).catch(() => null)
}

/**
 * What waits in a copy, is set aside there or was begun beside it, as JSON: a list of steps (`model/stepsInWords.ts`). null: it cannot be read now, since it is
 * sealed and its project is not open here, or the tab that has it open does not answer.
 */
export async function waitingText(account: string, { uuid, name }: WaitingCopy): Promise<string | null> {
  if (name !== undefined) return (await unsentOf(account)).find((steps) => steps.uuid === uuid)?.text ?? '[]'
  const text = await withLooker((looker) =>
    askCopy(
      account,
      uuid,
      (open) => open.waitingAsFile(),
      // Steps that lie sealed are no JSON.
      async (key) =>
        (await isHere(key))
          ? looker()
              .waitingAsFile(key)
              .catch(() => null)
          : '[]',
    ),
  )
  return withMemos(text, account, uuid)
}

/** Steps as JSON, with the memos of the same project that were begun and not saved behind them. null: either of them cannot be read now. */
export function withMemos(text: string | null, account: string, uuid: string): string | null {
  const { drafts, unread } = draftsIn(account, uuid)
  return text === null || unread > 0 ? null : joined(text, JSON.stringify(draftSteps(drafts)))
}

/** Of a project that was deleted, or that the person may not see any more. */
export async function removeCopy(account: string, uuid: string): Promise<void> {
  const key = copyKey(account, uuid)
  // A tab that has it open loses it, and with it the worker. One that removes it too does that for both.
  await locks()
    .request(lockName(key), { steal: true }, () => removeFolder(key))
    .catch(unlessStolen)
  forgetText(key)
}

/** Where that which goes with a copy goes. */
export interface Parting {
  /** Gets what waits in it, as `waitingText` has it; where it throws nothing goes. */
  keep(text: string): Promise<void>
  /** Is told of so many memos that were begun and lie sealed: without their project nobody opens them any more. */
  lose?(memos: number): void
}

/**
 * The same for a copy that no tab has open (one that has hears of it by itself). Nothing goes where steps in it cannot be read. Under one lock, so that nothing
 * comes to wait in between.
 */
export async function takeOutCopy(account: string, uuid: string, { keep, lose }: Parting): Promise<void> {
  const key = copyKey(account, uuid)
  await soon(key, async () => {
    const steps = await withLooker(async (looker) => {
      if (!(await isHere(key))) return '[]'
      const { waiting, setAside } = await looker().waiting(key)
      return waiting + setAside > 0 ? looker().waitingAsFile(key) : '[]'
    })
    const { drafts, unread } = draftsIn(account, uuid)
    const text = joined(steps, JSON.stringify(draftSteps(drafts)))
    if (countSteps({ text }) > 0) await keep(text)
    await removeFolder(key)
    forgetText(key)
    if (unread > 0) lose?.(unread)
  })
}

function unlessStolen(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}

/** Of an account that leaves this browser. */
export async function removeCopies(account: string): Promise<void> {
  for (const uuid of await copiesOf(account)) await removeCopy(account, uuid)
  for (const { uuid } of await unsentOf(account)) await giveUpUnsent(account, uuid)
  // Of projects that have no copy here.
  for (const uuid of draftedProjects(account)) forgetText(copyKey(account, uuid))
}

const nothing: Waits = { waiting: 0, setAside: 0 }
/** Of a copy whose tab is too busy to answer: something may wait in it, so that its person is asked before it goes. */
const unknown: Waits = { waiting: 1, setAside: 0 }
const waitingIn = async (looker: Looker, account: string, uuid: string): Promise<Waits> =>
  (await askCopy(
    account,
    uuid,
    async ({ state: { waiting, setAside } }) => ({ waiting, setAside }),
    async (key) => ((await isHere(key)) ? looker().waiting(key) : nothing),
  )) ?? unknown

/** Asks whoever has the copy open, in this tab or another; where nobody has, `ofClosed` looks into it. null: no answer. */
async function askCopy<T>(
  account: string,
  uuid: string,
  ofOpen: (handle: ProjectHandle) => Promise<T>,
  ofClosed: (key: string) => Promise<T>,
): Promise<T | null> {
  const open = openCopyOf(uuid)
  if (open) return ofOpen(open)
  const key = copyKey(account, uuid)
  // Somebody who only looks into it too lets go of it soon.
  const answer = await soon(key, async () => ({ value: await ofClosed(key) }))
  return answer ? answer.value : askOtherTab(uuid, ofOpen)
}

/** How long whoever closes a copy, or looks into it, may take to let go of it, in ms. */
const letsGo = 3000

/** Under the lock of a copy that no tab has open; null where one has. */
async function soon<T>(key: string, body: () => Promise<T>): Promise<T | null> {
  const late = AbortSignal.timeout(letsGo)
  let begun = false
  try {
    return await locks().request(lockName(key), { signal: late }, () => {
      begun = true
      return body()
    })
  } catch (error) {
    if (late.aborted && !begun) return null
    throw error
  }
}

/** The worker that looks into copies which nobody has open. Called under the lock of the copy, which it lets go of again. */
type Looker = () => Comlink.Remote<ProjectWorker>

/** One worker for all that `body` looks into: starting it takes ten times as long as a look. */
async function withLooker<T>(body: (looker: Looker) => Promise<T>): Promise<T> {
  let worker: Worker | undefined
  let remote: Comlink.Remote<ProjectWorker> | undefined
  const start = () => {
    worker = new Worker(new URL('./project.worker.js', import.meta.url), { type: 'module', name: 'look into copies' })
    return Comlink.wrap<ProjectWorker>(worker)
  }
  try {
    return await body(() => {
      remote ??= start()
      return remote
    })
  } finally {
    worker?.terminate()
  }
}

/** How long another tab may take to answer, in ms. */
const patience = 10_000

async function askOtherTab<T>(uuid: string, question: (handle: ProjectHandle) => Promise<T>): Promise<T | null> {
  const handle = openProject({ uuid, name: '', author: '', token: token() ?? '' })
  try {
    return await Promise.race([
      // Answered after the state has been told.
      handle.ask('totals', {}).then(() => question(handle)),
      new Promise<null>((resolve) => setTimeout(resolve, patience, null)),
    ])
  } finally {
    handle.close()
  }
}

/** null where there is none, or the browser has no such place. */
async function copiesFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle('thicket')
  } catch {
    return null
  }
}

async function isHere(key: string): Promise<boolean> {
  try {
    await (await copiesFolder())?.getDirectoryHandle(key)
    return true
  } catch {
    return false
  }
}

/** A worker that has just ended may hold the files for a moment. In ms. */
const retries = [50, 100, 200, 400, 800]

async function removeFolder(key: string): Promise<void> {
  const folder = await copiesFolder()
  for (const wait of [...retries, null]) {
    try {
      return await folder?.removeEntry(key, { recursive: true })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return
      if (wait === null) throw error
      await new Promise<void>((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** What this browser keeps beside a copy: keystrokes that were cut off, memos that are being written, places, what has been read of the chat. */
function forgetText(copy: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('thicket:') && key.slice('thicket:'.length).split(':').includes(copy))
        localStorage.removeItem(key)
  } catch {
    // Nothing can be kept here, so nothing is.
  }
}
