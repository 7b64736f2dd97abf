import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { Problem } from '../../model/problems.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Button } from '../../ui/fields/Button.tsx'

interface ProjectProblemProps {
  problem: Problem
  onRetry: () => void
}

/** In place of the desk, when a project cannot be opened here. */
export function ProjectProblem({ problem, onRetry }: ProjectProblemProps) {
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
        <ErrorState title={t('project.openFailed')} onRetry={onRetry} actions={home}>
          {problemText(problem)}
        </ErrorState>
      )}
    </main>
  )
}
