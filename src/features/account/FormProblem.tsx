import type { Problem } from '../../model/problems.ts'
import { ProblemWords } from '../../ui/feedback/ProblemWords.tsx'
import { ErrorIcon } from '../../ui/icons.ts'

/** What is wrong with a form as a whole: said at once to screen readers too. */
export function FormProblem({ problem }: { problem: Problem | null }) {
  return (
    <div role="alert" className="account-problem">
      {problem && (
        <p className="ui-field-error">
          <ErrorIcon aria-hidden />
          <ProblemWords problem={problem} />
        </p>
      )}
    </div>
  )
}
