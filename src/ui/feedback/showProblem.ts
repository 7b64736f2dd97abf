import { problemNote, problemText } from '../../i18n/problemText.ts'
import { type ToastMessage, toast } from './toast.ts'

/** No errors: a quirk is inside the other already (1 §5), what was to be undone is now others' work. */
const warnings: ReadonlySet<string> = new Set(['quirkAlreadyAdded', 'leftAlone'])

/** Says why something could not be done. */
export function showProblem(problem: { readonly kind: string }, as: Pick<ToastMessage, 'kind' | 'id'> = {}): void {
  const kind = warnings.has(problem.kind) ? 'warning' : 'error'
  toast.show({ kind, message: problemText(problem), note: problemNote(problem), ...as })
}
