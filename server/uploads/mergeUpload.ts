/** Rows that somebody has sent, merged with a project of the server (2 §4 and §5) by the rules that the page and the command merge by. */
import { mergedProjects } from '../../src/model/limits.ts'
import { attempt, isProblem, problem, type Result } from '../../src/model/problems.ts'
import { type LooseRows, type ProjectRows, rowCount } from '../../src/model/projectRows.ts'
import { areEqual } from '../../src/model/rules/projects/merge/areEqual.ts'
import { mergeProjects } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import { soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'

/** Of a new project. Problems: those of `soundRows`, alreadyMaster. */
export function mergeUpload(base: LooseRows, data: LooseRows): Result<Required<ProjectRows>> {
  const read = attempt(() => {
    const master = soundRows('project_uuid', base, { room: mergedProjects.mostRows })
    return { master, other: soundRows('data', data, { room: mergedProjects.mostRows - rowCount(master) }) }
  })
  if (isProblem(read)) return read
  const { master, other } = read.ok
  if (areEqual(master, other)) return problem({ kind: 'alreadyMaster' })
  return { ok: mergeProjects(master, [{ rows: other }]).rows }
}
