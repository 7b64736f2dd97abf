/**
 * Steps that could not be sent because their project is their author's no more: kept in this browser, outside of the copy that goes, by
 * account and project, until their author has them or gives them up.
 *
 * Promises: what is kept twice is there once; a step is not lost by keeping others of the same project later.
 */
import { proxy } from 'valtio'

export interface UnsentSteps {
  account: string
  uuid: string
  /** The project's, as it was known last. */
  name: string
  /** JSON: a list of steps, each a list of changes. */
  text: string
}

/** Of the account that `findUnsent` was asked for last. */
export const unsent = proxy<{ found: UnsentSteps[] }>({ found: [] })

/** Shows them in `unsent` too. */
export async function findUnsent(account: string): Promise<UnsentSteps[]> {
  const all = (await inStore('readonly', (store) => store.getAll())) as UnsentSteps[]
  unsent.found = all.filter((steps) => steps.account === account)
  return unsent.found
}

export async function keepUnsent(steps: UnsentSteps): Promise<void> {
  const { account, uuid } = steps
  const before = (await inStore('readonly', (store) => store.get([account, uuid]))) as UnsentSteps | undefined
  await inStore('readwrite', (store) => store.put(before ? { ...steps, text: joined(before.text, steps.text) } : steps))
  await findUnsent(account)
}

/** What is shown in `unsent` stays there: its author may want it once more. */
export const takeUnsent = async (account: string, uuid: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete([account, uuid]))
}

export async function giveUpUnsent(account: string, uuid: string): Promise<void> {
  unsent.found = unsent.found.filter((steps) => steps.account !== account || steps.uuid !== uuid)
  await takeUnsent(account, uuid)
}

export const countSteps = ({ text }: Pick<UnsentSteps, 'text'>): number => stepsOf(text).length

/** Both lists of steps as one, each step once. */
export function joined(before: string, added: string): string {
  const known = new Set(stepsOf(before).map((step) => JSON.stringify(step)))
  const fresh = stepsOf(added).filter((step) => !known.has(JSON.stringify(step)))
  return JSON.stringify([...stepsOf(before), ...fresh], null, 2)
}

const stepsOf = (text: string): unknown[] => JSON.parse(text) as unknown[]

const storeName = 'steps'

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
