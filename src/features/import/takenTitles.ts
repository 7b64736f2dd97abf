import type { ProjectHandle } from '../../data/handle.ts'
import type { FileReport } from '../../data/importer.ts'
import { windowRows } from '../../model/limits.ts'
import { isProblem } from '../../model/problems.ts'

/** The reports, with a note at each file whose source has got another title because its own was taken. `ids`: of all sources, in their order. */
export async function withTakenTitles(
  project: Pick<ProjectHandle, 'ask'>,
  files: readonly FileReport[],
  ids: readonly number[],
): Promise<FileReport[]> {
  const titles = new Map<number, string>()
  for (let at = 0; at < ids.length; at += windowRows) {
    const { value } = await project.ask('sourceRows', { sourceIds: ids.slice(at, at + windowRows) })
    for (const { id, title } of value) titles.set(id, title)
  }
  const left = [...ids]
  return files.map((report) => {
    if (isProblem(report.result)) return report
    const { sources, notes } = report.result.ok
    const taken = left.splice(0, sources.length).flatMap((id, at) => {
      const title = titles.get(id)
      const isOther = title !== undefined && title !== sources[at]?.title
      return isOther ? [{ kind: 'titleTaken' as const, file: report.file, title }] : []
    })
    return { ...report, result: { ok: { sources, notes: [...notes, ...taken] } } }
  })
}
