import { can } from '../../data/server/serverFacts.ts'
import { whereTo } from '../../features/import/whereTo.ts'
import { t } from '../../i18n/i18n.ts'
import { problemNote, problemText } from '../../i18n/problemText.ts'
import { fileKind } from '../../model/importedKinds.ts'
import type { Problem } from '../../model/problems.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** What is imported inside a project. */
const isText = (name: string): boolean => ['document', 'table'].includes(fileKind(name) ?? '')

/** Says that a file cannot become a project, and where it belongs. */
export function showNotSupported(name: string): void {
  const problem: Problem = { kind: 'fileTypeNotSupported', name }
  const where = isText(name) ? null : whereTo(t, name, can('localFiles'))
  // The words that say where a text belongs name it too.
  const notes = isText(name)
    ? [t('projects.uploadInside', { name })]
    : [problemNote(problem), ...(where ? [where] : [])]
  toast.show({ kind: 'error', message: problemText(problem), note: notes.join(' ') })
}
