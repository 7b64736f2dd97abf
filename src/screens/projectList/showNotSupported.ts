import { can } from '../../data/server/facts.ts'
import { whereTo } from '../../features/import/whereTo.ts'
import { t } from '../../i18n/i18n.ts'
import { problemText } from '../../i18n/problemText.ts'
import { fileKind } from '../../model/importedKinds.ts'
import type { Problem } from '../../model/problems.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** What is imported inside a project. */
const isText = (name: string): boolean => ['document', 'table'].includes(fileKind(name) ?? '')

/** Says that a file cannot become a project, and where it belongs. */
export function showNotSupported(name: string): void {
  const problem: Problem = { kind: 'fileTypeNotSupported', name }
  // The words that say where it belongs name it too.
  const words = isText(name)
    ? `${t('import.notSupported')}. ${t('projects.uploadInside', { name })}`
    : problemText(problem)
  const where = isText(name) ? null : whereTo(t, name, can('localFiles'))
  toast.show({ kind: 'error', message: where ? `${words} ${where}` : words })
}
