import type { Problem } from '../../model/problems.ts'
import { ProblemWords } from '../../ui/feedback/ProblemWords.tsx'
import { ErrorIcon } from '../../ui/icons.ts'

/** What is wrong with a form as a whole, in its own `words` where it has any: said at once to screen readers too. */
export function FormProblem({ problem, words }: { problem: Problem | null; words?: string | undefined }) {
  return (
    <div role="alert" className="account-problem">
      {problem && (
        <p className="ui-field-error">
          <ErrorIcon aria-hidden />
          {words ?? <ProblemWords problem={problem} />}
        </p>
      )}
    </div>
  )
}
