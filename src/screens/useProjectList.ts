import { useCallback, useEffect, useState } from 'react'
import { api } from '../data/server.ts'
import type { ProjectEntry } from '../model/bridge.ts'
import { isProblem, type Problem } from '../model/problems.ts'

export interface ProjectList {
  /** Undefined until read. */
  projects: readonly ProjectEntry[] | undefined
  problem: Problem | null
  reload: () => void
}

const names = new Map<string, string>()
/** The name of a project that has stood in the list of this page; empty where it has not. */
export const nameOf = (uuid: string): string => names.get(uuid) ?? ''

/** How soon a list that could not be read is asked for again, in ms. */
const retryAfter = 3000

/** The person's projects, the last used first; read anew when the window comes back, since files move meanwhile. */
export function useProjectList(): ProjectList {
  const [state, setState] = useState<Omit<ProjectList, 'reload'>>({ projects: undefined, problem: null })
  const reload = useCallback(async () => {
    const answer = await api<{ projects: ProjectEntry[] }>('/v2/projects')
    if (!isProblem(answer)) for (const { project_uuid, name } of answer.ok.projects) names.set(project_uuid, name)
    setState((before) =>
      isProblem(answer) ? { ...before, problem: answer.problem } : { projects: answer.ok.projects, problem: null },
    )
  }, [])
  useEffect(() => {
    void reload()
    const onFocus = () => void reload()
    addEventListener('focus', onFocus)
    return () => removeEventListener('focus', onFocus)
  }, [reload])
  const fails = state.problem !== null
  useEffect(() => {
    if (!fails) return
    const retry = setInterval(() => void reload(), retryAfter)
    return () => clearInterval(retry)
  }, [fails, reload])
  return { ...state, reload: () => void reload() }
}
