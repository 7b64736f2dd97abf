/**
 * The list of projects as this browser has last seen it: what a person finds without a network. One account's, the one that was signed in
 * last; it goes with the session.
 */
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { address } from '../server/serverAddress.ts'
import { keep, kept } from './keptText.ts'

const storageKey = `thicket:projects:${address}/web/api`

export const keepProjects = (account: string, projects: readonly ProjectEntry[]): void =>
  keep(storageKey, JSON.stringify({ account, projects }))

/** null: none of this account. */
export function keptProjects(account: string): ProjectEntry[] | null {
  try {
    const found = JSON.parse(kept(storageKey) ?? 'null') as { account?: unknown; projects?: unknown } | null
    return found?.account === account && Array.isArray(found.projects) ? (found.projects as ProjectEntry[]) : null
  } catch {
    return null
  }
}

/** One that is open, and that no list may have said yet. */
export function keepOpened(account: string, project: ProjectEntry): void {
  const seen = keptProjects(account) ?? []
  if (!seen.some(({ project_uuid }) => project_uuid === project.project_uuid)) keepProjects(account, [project, ...seen])
}

export const forgetProjects = (): void => keep(storageKey, null)
