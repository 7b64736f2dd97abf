import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectHandle } from '../data/handle.ts'
import { ProjectProvider } from '../data/useLive.ts'
import { projectTitle } from '../features/files/paths.ts'
import { problemText } from '../i18n/problemText.ts'
import type { Problem } from '../model/problems.ts'
import { toast } from '../ui/toast.ts'
import { Desk } from './Desk.tsx'
import { go } from './hash.ts'
import { ProjectProblem } from './ProjectProblem.tsx'
import { useHeldProject } from './useHeldProject.ts'
import { useTitle } from './useTitle.ts'

interface ProjectScreenProps {
  uuid: string
  /** The child view of the route. */
  child: string | undefined
}

export function ProjectScreen({ uuid, child }: ProjectScreenProps) {
  const { project, reopen } = useHeldProject(uuid)
  return project && <OpenProject key={project.uuid} project={project} child={child} onReopen={reopen} />
}

/** 1 §4: after these the person is sent to the list of projects, with a message. What is not sent waits in the copy. */
const leaving: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  'cannotConnect',
  'accessRevoked',
  'socketClosed',
])

interface OpenProjectProps {
  project: ProjectHandle
  child: string | undefined
  onReopen: () => void
}

function OpenProject({ project, child, onReopen }: OpenProjectProps) {
  const { name, problem } = useSnapshot(project.state)
  useTitle(projectTitle(name))
  const leaves = problem !== null && leaving.has(problem.kind)
  useEffect(() => {
    if (!leaves || !problem) return
    toast.show({ kind: 'error', message: problemText(problem) })
    go('/projects')
  }, [leaves, problem])
  if (leaves) return null
  if (problem) return <ProjectProblem problem={problem} onRetry={onReopen} />
  return (
    <ProjectProvider value={project}>
      <Desk settings={child === 'settings'} />
    </ProjectProvider>
  )
}
