/** Which accounts the server has said to be no more, until nothing of them is left in this browser (`goneAccounts.ts`). */
import { keptProjects } from './keptProjects.ts'
import { keep, kept } from './keptText.ts'

export interface GoneAccount {
  account: string
  /** Of its projects, by uuid, as this browser has last seen them. */
  names: Record<string, string>
}

const storageKey = 'thicket:gone'

/** The last one at the end. */
export function notedGone(): GoneAccount[] {
  try {
    return JSON.parse(kept(storageKey) ?? '[]') as GoneAccount[]
  } catch {
    return []
  }
}

export function noteGone(account: string): void {
  const names = Object.fromEntries((keptProjects(account) ?? []).map(({ project_uuid, name }) => [project_uuid, name]))
  write([...others(account), { account, names }])
}

export const forgetGone = (account: string): void => write(others(account))

const others = (account: string) => notedGone().filter((gone) => gone.account !== account)
const write = (gone: GoneAccount[]) => keep(storageKey, gone.length > 0 ? JSON.stringify(gone) : null)
