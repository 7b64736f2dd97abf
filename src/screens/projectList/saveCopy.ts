import { copiesOf } from '../../data/copies/copies.ts'
import { until } from '../../data/copies/held.ts'
import { holdProject, holds, letGo } from '../../data/copies/heldProjects.ts'
import { saveExport } from '../../data/files/saveExport.ts'
import { accountKey } from '../../data/server/session.ts'
import type { Result } from '../../model/problems.ts'
import { openOptions } from '../workspace/useHeldProject.ts'
import type { ProjectForm } from './downloadProject.ts'

/** Gives the copy of a project in this browser to the downloads as a file; null where there is none. */
export async function saveCopy(uuid: string, form: ProjectForm, name: string): Promise<Result<void> | null> {
  if (!holds(uuid) && !(await copiesOf(accountKey())).includes(uuid)) return null
  const handle = holdProject(openOptions(uuid))
  const { state } = handle
  try {
    // Answered once the copy is read, long before it is known that nobody answers.
    await Promise.race([handle.ask('totals', {}), until(handle, () => state.problem !== null)])
    if (state.problem) return { problem: state.problem }
    return await saveExport(handle, form, {}, name)
  } finally {
    void letGo(handle)
  }
}
