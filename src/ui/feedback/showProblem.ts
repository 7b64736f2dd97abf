import { problemText } from '../../i18n/problemText.ts'
import { type ToastMessage, toast } from './toast.ts'

/** Says why something could not be done: an error, but for a quirk that is inside the other already, which 1 §5 calls a warning. */
export function showProblem(problem: { readonly kind: string }, as: Pick<ToastMessage, 'kind' | 'id'> = {}): void {
  const kind = problem.kind === 'quirkAlreadyAdded' ? 'warning' : 'error'
  toast.show({ kind, message: problemText(problem), ...as })
}
