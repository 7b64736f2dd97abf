/**
 * Which copies of this browser are of projects that are their person's no more: revoked or deleted while nothing was open here.
 *
 * Promises: none but what two whole answers of the server lack, the second of them asked for after the copy was seen; an answer that failed,
 * came for somebody else or is no list finds nothing.
 */
import type { ProjectEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Result } from '../../model/problems.ts'

export interface GoneCopies {
  /** The answer that is there already. */
  listed: readonly ProjectEntry[]
  /** Projects of copies in this browser, of the account that the answer was for. */
  here: () => Promise<readonly string[]>
  /** The list once more. */
  ask: () => Promise<Result<readonly ProjectEntry[]>>
  /** Whether it is still that account. */
  isStill: () => boolean
}

export async function goneCopies({ listed, here, ask, isStill }: GoneCopies): Promise<string[]> {
  const missing = lacking(await here(), listed)
  if (missing.length === 0 || !isStill()) return []
  const again = await ask()
  return isProblem(again) || !isStill() ? [] : lacking(missing, again.ok)
}

function lacking(uuids: readonly string[], list: readonly ProjectEntry[]): string[] {
  if (!isWhole(list)) return []
  const known = new Set(list.map(({ project_uuid }) => project_uuid))
  return uuids.filter((uuid) => !known.has(uuid))
}

/** What came over the network, and is not taken at its word here. */
const isWhole = (list: unknown): boolean =>
  Array.isArray(list) &&
  list.every((entry) => typeof (entry as Partial<ProjectEntry> | null)?.project_uuid === 'string')
