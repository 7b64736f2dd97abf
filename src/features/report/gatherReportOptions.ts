import type { ProjectHandle } from '../../data/copies/handle.ts'
import type { ExportOptions } from '../../data/files/exporter.ts'
import { askAnalysis } from '../../data/live/askAnalysis.ts'
import { formatLocale } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import { wordsOfReport } from '../../model/report.ts'
import type { Settings } from '../../model/rules/projects/settings.ts'
import { pictureOptions } from './pictureOptions.ts'

/** What the report of this project is asked, by the settings of this person; dates and numbers are written as where they live. */
export async function reportOptions(
  t: Translate,
  project: ProjectHandle,
  settings: Settings,
  signal: AbortSignal,
): Promise<Result<ExportOptions['reportDocx']>> {
  const overlap = settings.overlapView ? await askAnalysis(project, 'overlapMatrix', {}, signal) : null
  if (overlap && isProblem(overlap)) return overlap
  return ok({
    ...(await pictureOptions(t, project, settings)),
    words: wordsOfReport(t),
    language: formatLocale(),
    made: Date.now(),
    overlap: overlap?.ok ?? null,
    hierarchy: settings.hierarchyView,
  })
}
