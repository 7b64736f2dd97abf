import { Suspense } from 'react'
import { can } from '../../data/server/serverFacts.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { ProblemWords } from '../../ui/feedback/ProblemWords.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'

const MissingFile = lazyPart(async () => (await import('./MissingFile.tsx')).MissingFile)

interface ProjectProblemProps {
  uuid: string
  problem: Problem
  onRetry: () => void
}

/** In place of the desk, when a project cannot be opened here. */
export function ProjectProblem({ uuid, problem, onRetry }: ProjectProblemProps) {
  const t = useT()
  const home = (
    <a className="ui-button" data-kind="secondary" href="#/projects">
      {t('project.home')}
    </a>
  )
  const elsewhere = problem.kind === 'noSharedWorker' || problem.kind === 'ownedByAnotherTab'
  return (
    <main className="notice-screen">
      {elsewhere ? (
        <ErrorState
          title={t('status.anotherTab')}
          actions={
            <>
              {home}
              <Button kind="primary" onClick={onRetry}>
                {t('status.takeOver')}
              </Button>
            </>
          }
        >
          {t('status.anotherTabText')}
        </ErrorState>
      ) : (
        <ErrorState
          title={t('project.openFailed')}
          onRetry={onRetry}
          actions={
            <>
              {home}
              {problem.kind === 'fileNotFound' && can('localFiles') && (
                <Suspense>
                  <MissingFile uuid={uuid} path={problem.name} onFound={onRetry} />
                </Suspense>
              )}
            </>
          }
        >
          <ProblemWords problem={problem} />
        </ErrorState>
      )}
    </main>
  )
}
