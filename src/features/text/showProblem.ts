import { problemText } from '../../i18n/problemText.ts'
import type { Problem } from '../../model/problems.ts'
import { toast } from '../../ui/toast.ts'

export const showProblem = (problem: Problem): void => toast.show({ kind: 'error', message: problemText(problem) })
