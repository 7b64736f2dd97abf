import { memo, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { copyKey } from '../../data/copies/copyKey.ts'
import type { ProjectHandle } from '../../data/copies/handle.ts'
import { wouldLose } from '../../data/copies/held.ts'
import { mayKeepWords } from '../../data/copies/wordsKept.ts'
import { ProjectProvider } from '../../data/live/useLive.ts'
import { can } from '../../data/server/serverFacts.ts'
import { pageKey } from '../../data/server/session.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { keepEditorsUnder } from '../../state/editor.ts'
import { firstSteps } from '../../state/firstSteps.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { PassageSound } from '../../ui/lists/passageSound.ts'
import { clearRevoked } from '../account/clearRevoked.ts'
import { Desk } from '../desk/Desk.tsx'
import { go, useHashSearch } from '../hash.ts'
import { NotFoundScreen } from '../NotFoundScreen.tsx'
import { useMobile } from '../phone/useMobile.ts'
import { noteLeft } from '../projectList/useBackToProject.ts'
import { noteOpened } from '../projectList/useProjectList.ts'
import { useTitle } from '../useTitle.ts'
import { atAddress } from '../views/atAddress.ts'
import type { ViewName } from '../views/views.ts'
import { useAuthorQuestion } from './author/useAuthorQuestion.ts'
import { ProjectProblem } from './ProjectProblem.tsx'
import { useHeldProject } from './useHeldProject.ts'
import { closeNotices } from './useNotices.ts'

const AuthorDialog = lazyPart(async () => (await import('./author/AuthorDialog.tsx')).AuthorDialog)
const PhoneDesk = lazyPart(async () => (await import('../phone/PhoneDesk.tsx')).PhoneDesk, 'project')

const FirstSteps = lazyPart(async () => (await import('../../features/firstSteps/FirstSteps.tsx')).FirstSteps)
const IdleLock = lazyPart(async () => (await import('./protection/IdleLock.tsx')).IdleLock)
const LockedScreen = lazyPart(async () => (await import('./protection/LockedScreen.tsx')).LockedScreen)
const PassagePlay = lazyPart(async () => (await import('../../features/text/sound/PassagePlay.tsx')).PassagePlay)
const PasswordDialog = lazyPart(async () => (await import('./protection/PasswordDialog.tsx')).PasswordDialog)

keepEditorsUnder((uuid) => copyKey(pageKey(), uuid), mayKeepWords)

/**
 * A project at its address; `path` is what stands behind that. The router draws a new address at once, in one task; the desk follows it in tasks of a
 * few milliseconds each, and until it is drawn the view before stays as it was, head and all. On a phone the address follows the text as well as the text the
 * address, and neither may be late.
 */
export function ProjectScreen({ uuid, path }: { uuid: string; path: string }) {
  const isPhone = useMobile()
  const newest = `${path}?${useHashSearch()}`
  const calm = useDeferredValue(newest)
  const [shownPath = '', search = ''] = (isPhone ? newest : calm).split('?')
  const at = atAddress(shownPath, search, { isPhone, can })
  const to = at && 'to' in at ? `/projects/${uuid}${at.to}` : null
  useEffect(() => {
    if (to !== null) go(to, { replace: true })
  }, [to])
  if (!at) return <NotFoundScreen />
  return 'view' in at ? <ViewedProject uuid={uuid} search={search} {...at} /> : null
}

interface Viewed {
  view: ViewName
  /** Which quirk or source is asked for in it. */
  row: string | undefined
  /** The query of the address that is shown. */
  search: string
}

/** Not drawn again while the address alone has changed: see `ProjectScreen`. */
const ViewedProject = memo(function ViewedProject({ uuid, ...viewed }: Viewed & { uuid: string }) {
  /** The protected project that was closed since nobody was there. */
  const [locked, setLocked] = useState<string | null>(null)
  if (locked !== uuid) return <HeldProject uuid={uuid} {...viewed} onIdle={() => setLocked(uuid)} />
  return (
    <Suspense>
      <LockedScreen onOpen={() => setLocked(null)} />
    </Suspense>
  )
})

function HeldProject({ uuid, ...viewed }: Viewed & { uuid: string; onIdle: () => void }) {
  const { project, reopen } = useHeldProject(uuid)
  const [since] = useState(Date.now)
  return project && <OpenProject key={project.uuid} project={project} {...viewed} since={since} onReopen={reopen} />
}

/** 1 §4: after these the person is sent to the list of projects, with a message. What is not sent waits in the copy. */
const leaving: ReadonlySet<Problem['kind']> = new Set<Problem['kind']>([
  'cannotConnect',
  'accessRevoked',
  'socketClosed',
])

interface OpenProjectProps extends Viewed {
  project: ProjectHandle
  /** When the project was asked for, in ms. */
  since: number
  onIdle: () => void
  onReopen: () => void
}

function OpenProject({ project, view, row, search, since, onIdle, onReopen }: OpenProjectProps) {
  const { name, access, connection, problem: found, kept, waiting, isLocked, isProtected } = useSnapshot(project.state)
  const t = useT()
  useTitle(projectTitle(name))
  const isOpen = connection !== 'opening' && found === null
  useEffect(() => {
    if (isOpen) noteOpened(project.uuid, name, access)
  }, [project, isOpen, name, access])
  const mobile = useMobile()
  const isFirst = useSnapshot(firstSteps).uuid === project.uuid
  const author = useAuthorQuestion(project)
  // With steps that are nowhere else the desk stays, and says it.
  const problem = wouldLose({ kept, waiting }) ? null : found
  const leaves = problem !== null && leaving.has(problem.kind)
  useEffect(() => closeNotices, [])
  useEffect(() => {
    noteLeft(problem?.kind === 'cannotConnect' ? project.uuid : null)
    if (!leaves || !problem) return
    if (problem.kind === 'accessRevoked') void clearRevoked(project, problem)
    else showProblem(problem)
    go('/projects')
  }, [leaves, problem, project])
  if (leaves) return null
  if (problem) return <ProjectProblem uuid={project.uuid} problem={problem} onRetry={onReopen} />
  if (isLocked)
    return (
      <main className="notice-screen">
        <Suspense>
          <PasswordDialog
            name={projectTitle(name)}
            text={t('protection.text')}
            unlock={project.unlock}
            onCancel={() => go('/projects')}
          />
        </Suspense>
      </main>
    )
  return (
    <ProjectProvider value={author.project}>
      <PassageSound value={PassagePlay}>
        {mobile ? (
          <Suspense>
            <PhoneDesk view={view} row={row} />
          </Suspense>
        ) : (
          <Desk view={view} search={search} />
        )}
      </PassageSound>
      <Suspense>{isFirst && !mobile && <FirstSteps />}</Suspense>
      <Suspense>{isProtected && <IdleLock since={since} onIdle={onIdle} />}</Suspense>
      <Suspense>
        {author.asking !== undefined && <AuthorDialog asking={author.asking} answer={author.answer} />}
      </Suspense>
    </ProjectProvider>
  )
}
