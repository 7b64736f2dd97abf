/**
 * Steps that could not be sent because their project is their author's no more: kept in this browser, outside of the copy that goes, by
 * account and project, until their author has them or gives them up.
 *
 * Promises: what is kept twice is there once; a step is not lost by keeping others of the same project later.
 */
import { proxy } from 'valtio'
import { readStepsInWords, type StepInWords } from '../../model/stepsInWords.ts'
import { locks } from '../locks.ts'
import { copyKey } from './copyKey.ts'
import { mayKeepWords } from './wordsKept.ts'

export interface UnsentSteps {
  account: string
  uuid: string
  /** The project's, as it was known last. */
  name: string
  /** JSON: a list of steps (`model/stepsInWords.ts`). */
  text: string
  /** Its author has it as a file. */
  isTaken?: boolean
}

/** Of every account of this browser, as they were looked for last. */
export const unsent = proxy<{ found: UnsentSteps[] }>({ found: [] })

/** Shows them in `unsent` too. */
export async function findUnsent(account: string): Promise<UnsentSteps[]> {
  const all = (await inStore('readonly', (store) => store.getAll())) as UnsentSteps[]
  unsent.found = all
  return all.filter((steps) => steps.account === account)
}

/** Rejects where they may not be kept. */
export async function keepUnsent(steps: UnsentSteps): Promise<void> {
  const { account, uuid } = steps
  if (!mayKeepWords(copyKey(account, uuid))) throw new Error('words of a protected project are not kept')
  // Two tabs may keep steps of one project at once.
  await locks().request(storeLock, async () => {
    const before = (await inStore('readonly', (store) => store.get([account, uuid]))) as UnsentSteps | undefined
    const text = before ? joined(before.text, steps.text) : steps.text
    const isTaken = before?.isTaken === true && countSteps(before) === countSteps({ text })
    await inStore('readwrite', (store) => store.put({ ...steps, text, isTaken }))
  })
  await findUnsent(account)
}

/** It stays until its author gives it up: they may want it once more. */
export async function takeUnsent(account: string, uuid: string): Promise<void> {
  const kept = (await inStore('readonly', (store) => store.get([account, uuid]))) as UnsentSteps | undefined
  if (kept) await inStore('readwrite', (store) => store.put({ ...kept, isTaken: true }))
  await findUnsent(account)
}

export async function giveUpUnsent(account: string, uuid: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete([account, uuid]))
  await findUnsent(account)
}

export const countSteps = ({ text }: Pick<UnsentSteps, 'text'>): number => readStepsInWords(text).length

/** Both lists of steps as one, each step once. */
export function joined(before: string, added: string): string {
  // One without changes is known by its words.
  const keyOf = ({ changes, said }: StepInWords) => JSON.stringify(changes.length > 0 ? changes : said)
  const known = new Set(readStepsInWords(before).map(keyOf))
  const fresh = readStepsInWords(added).filter((step) => !known.has(keyOf(step)))
  return JSON.stringify([...readStepsInWords(before), ...fresh], null, 2)
}

const storeName = 'steps'
const storeLock = 'thicket:unsent'

async function inStore<T>(mode: IDBTransactionMode, body: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await openStore()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(storeName, mode)
      const request = body(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
    })
  } finally {
    db.close()
  }
}

const openStore = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('thicket:unsent', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: ['account', 'uuid'] })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })
