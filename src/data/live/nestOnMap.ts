import { nestingCalls, withNested } from '../../model/canvas/map/nestedPlaces.ts'
import type { Result } from '../../model/problems.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { drawnBefore, mapQuirks } from './drawnMap.ts'

/**
 * Puts a quirk into another one and stores, in the same step, where all of them stand then, so that the canvas is the same whenever it is opened.
 * Where no canvas has drawn both yet in this session, only what was asked for is done. Refused as `moveQuirk` is.
 */
export async function nestOnMap(
  project: ProjectHandle,
  act: { quirkId: number; parentQuirkId: number },
  untitled: string,
): Promise<Result<unknown>> {
  const { quirkId, parentQuirkId } = act
  const drawn = drawnBefore(project)
  if (!drawn?.rows.has(quirkId) || !drawn.rows.has(parentQuirkId)) return project.run('moveQuirk', act)
  const { rows, layout, placed: known = '' } = drawn
  const { placed } = await project.layOut(withNested(mapQuirks(rows, untitled), quirkId, parentQuirkId), {
    ...{ scale: layout.scale, drawn: layout.placed, nested: known === 'all' },
  })
  return project.runAll(nestingCalls(act, placed, rows, known), 'undo.moveQuirk')
}
