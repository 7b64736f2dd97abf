import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { giveUp, holdProject, letGo } from '../../data/copies/heldProjects.ts'
import type { OpenOptions } from '../../data/copies/openProject.ts'
import { session, token } from '../../data/server/session.ts'
import { device } from '../../state/device.ts'
import { nameOf } from '../projectList/useProjectList.ts'

export const openOptions = (uuid: string): OpenOptions => ({
  uuid,
  name: nameOf(uuid),
  author: session.account?.name ?? device.author,
  token: token() ?? '',
})

/** The project while the screen is there; null for a moment at first. `reopen` tries again after a problem. */
export function useHeldProject(uuid: string): { project: ProjectHandle | null; reopen: () => void } {
  const [project, setProject] = useState<ProjectHandle | null>(null)
  const [turn, setTurn] = useState(0)
  const takeOver = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a wish to open it anew
  useEffect(() => {
    const handle = holdProject({ ...openOptions(uuid), takeOver: takeOver.current })
    setProject(handle)
    return () => void letGo(handle)
  }, [uuid, turn])
  const reopen = useCallback(() => {
    takeOver.current =
      project?.state.problem?.kind === 'noSharedWorker' || project?.state.problem?.kind === 'ownedByAnotherTab'
    if (project) giveUp(project)
    setTurn((before) => before + 1)
  }, [project])
  return { project, reopen }
}
