import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { type ExportFormat, type ExportOptions, exportFile } from './exporter.ts'
import { saveOfProject } from './saveOfProject.ts'

/** Gives a file that takes moments to the browser's downloads. `name`: another one than the format's. Problems: the writer's, exportFailed. */
export async function saveExport<F extends ExportFormat>(
  project: Pick<ProjectHandle, 'reader' | 'hearSound' | 'uuid'>,
  format: F,
  options: ExportOptions[F],
  name?: string,
): Promise<Result<void>> {
  try {
    const made = await exportFile(project, format, options, () => {}, new AbortController().signal)
    if (made && isProblem(made)) return made
    if (made) saveOfProject(project, made.ok, name ?? made.ok.name, format)
    return ok(undefined)
  } catch (error) {
    return problem({ kind: 'exportFailed', detail: error instanceof Error ? error.message : String(error) })
  }
}
