import { useCallback, useEffect, useRef, useState } from 'react'
import { proxy } from 'valtio'
import { keepOpened, keepProjects, keptProjects } from '../../data/copies/keptProjects.ts'
import { onProjectsChanged } from '../../data/server/projectChanges.ts'
import { api, isAway } from '../../data/server/server.ts'
import { can } from '../../data/server/serverFacts.ts'
import { accountKey } from '../../data/server/session.ts'
import type { Access } from '../../model/access.ts'
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { noteThere } from './goneMessages.ts'

export interface ProjectList {
  /** Undefined until read. With a problem beside them: as they were last seen. */
  projects: readonly ProjectEntry[] | undefined
  problem: Problem | null
  reload: () => void
}

const names = new Map<string, string>()
const owners = new Map<string, string>()
/** The name of a project that has stood in the list of this page, or in the one that this browser keeps; empty where it has not. */
export const nameOf = (uuid: string): string => names.get(uuid) ?? keptEntry(uuid)?.name ?? ''
const keptEntry = (uuid: string) => keptProjects(accountKey())?.find((one) => one.project_uuid === uuid)
/** Whose it is, where that is another's; empty where no list has said it. */
const ownerOf = (uuid: string): string => owners.get(uuid) ?? keptEntry(uuid)?.owner ?? ''

/** Whether the person may make projects, as the list has said it last. */
export const creating = proxy({ isAllowed: true })

/** How soon a list that could not be read is asked for again, in ms. */
const retryAfter = 3000

const noteName = (uuid: string, name: string): void => void (name && names.set(uuid, name))

/** A project is open, which no list may have said yet: one that was just made. Without a network it is to be found there. */
export function noteOpened(uuid: string, name: string, access: Access): void {
  noteThere(uuid)
  noteName(uuid, name)
  const others = access === 'own' ? {} : { owner: ownerOf(uuid), access_right: access }
  if (name) keepOpened(accountKey(), { project_uuid: uuid, name, modified: Date.now(), ...others })
}

function note(projects: readonly ProjectEntry[]): void {
  for (const { project_uuid, name, owner } of projects) {
    noteName(project_uuid, name)
    if (owner !== undefined) owners.set(project_uuid, owner)
  }
}

/** Those of the person, then those that others share with them (`owner`). */
export async function listed(): Promise<Result<ProjectEntry[]>> {
  const own = api('GET /web/api/v2/projects')
  const account = accountKey()
  const answers = await Promise.all(can('sharing') ? [own, api('GET /web/api/v2/projects/share')] : [own])
  const projects: ProjectEntry[] = []
  for (const answer of answers) {
    if (isProblem(answer)) return answer
    projects.push(...answer.ok.projects)
    if (answer === answers[0] && accountKey() === account) creating.isAllowed = answer.ok.mayCreate !== false
  }
  return { ok: projects }
}

/** Fetched only here: there is nothing to be done about it before the list is shown. */
const forgetGone = async (account: string, projects: readonly ProjectEntry[]): Promise<void> =>
  (await import('../account/clearGone.ts')).clearGone(account, projects, listed, nameOf).catch(() => {})

/** The person's projects, the last used first; read anew when they change, and when the window comes back, since files move meanwhile. */
export function useProjectList(): ProjectList {
  const [state, setState] = useState<Omit<ProjectList, 'reload'>>({ projects: undefined, problem: null })
  const asked = useRef(0)
  const reload = useCallback(async () => {
    const account = accountKey()
    asked.current += 1
    const mine = asked.current
    const answer = await listed()
    // A later answer may come first.
    if (asked.current !== mine) return
    if (isProblem(answer)) {
      const seen = isAway(answer.problem) ? keptProjects(accountKey()) : null
      note(seen ?? [])
      setState(({ projects }) => ({ projects: projects ?? seen ?? undefined, problem: answer.problem }))
      return
    }
    // Those that went keep the name that this browser knew.
    for (const { project_uuid, name } of keptProjects(account) ?? [])
      if (!names.has(project_uuid)) noteName(project_uuid, name)
    note(answer.ok)
    setState({ projects: answer.ok, problem: null })
    if (accountKey() !== account) return
    for (const { project_uuid } of answer.ok) noteThere(project_uuid)
    keepProjects(account, answer.ok)
    if (can('accounts')) void forgetGone(account, answer.ok)
  }, [])
  useEffect(() => {
    void reload()
    return onProjectsChanged(() => void reload())
  }, [reload])
  const fails = state.problem !== null
  useEffect(() => {
    if (!fails) return
    const retry = setInterval(() => void reload(), retryAfter)
    return () => clearInterval(retry)
  }, [fails, reload])
  return { ...state, reload: () => void reload() }
}

/** Whose project it is: as a list has said it, then asked anew, since owners change. Empty until it is known. */
export function useOwner(uuid: string, isWanted: boolean): string {
  const [owner, setOwner] = useState(() => ownerOf(uuid))
  useEffect(() => {
    if (!isWanted) return
    const ask = async () => {
      const answer = await api('GET /web/api/v2/projects/share')
      if (isProblem(answer)) return
      note(answer.ok.projects)
      setOwner(ownerOf(uuid))
    }
    void ask()
    return onProjectsChanged(() => void ask())
  }, [uuid, isWanted])
  return owner
}
