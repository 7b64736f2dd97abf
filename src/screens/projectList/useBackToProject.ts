import { useEffect } from 'react'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { isAway } from '../../data/server/server.ts'
import { go } from '../hash.ts'
import type { ProjectList } from './useProjectList.ts'

type Uuid = ProjectHandle['uuid']

/** The project that this tab has left because the server did not answer. */
let left: Uuid | null = null
/** The one taken up since the list last failed: with a server that answers the list alone, there is one new try. */
let tried: Uuid | null = null

export const noteLeft = (uuid: Uuid | null): void => {
  left = uuid
}

/** On the list of projects: once the server is there again, the project that was left is taken up. */
export function useBackToProject({ projects, problem }: Pick<ProjectList, 'projects' | 'problem'>): void {
  useEffect(() => {
    if (problem && isAway(problem)) tried = null
    if (problem || !projects || left === null || left === tried) return
    tried = left
    go(`/projects/${left}`)
  }, [projects, problem])
}
