import { isProblem, ok, type Result } from '../../model/problems.ts'
import type { AnalysisArgs, AnalysisName, AnalysisValue, CsvFile } from '../../model/queries.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { askAnalysis } from '../live/askAnalysis.ts'
import { saveOfProject } from './saveOfProject.ts'

/** Questions that are answered by a file. */
type TableFile = { [N in AnalysisName]: AnalysisValue<N> extends CsvFile ? N : never }[AnalysisName]

/** Gives a table that the project's worker writes to the browser's downloads, as `name`.csv. */
export async function saveTable<N extends TableFile>(
  project: Pick<ProjectHandle, 'watchAnalysis' | 'uuid'>,
  file: N,
  args: AnalysisArgs<N>,
  name: string,
): Promise<Result<void>> {
  const answer = await askAnalysis(project, file, args)
  if (isProblem(answer)) return answer
  const { bytes } = answer.ok as CsvFile
  const table = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'text/csv;charset=utf-8' })
  saveOfProject(project, table, `${name}.csv`, 'csv')
  return ok(undefined)
}
