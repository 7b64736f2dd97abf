import type { ProjectHandle } from '../../data/copies/handle.ts'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { tidyPlaces } from '../../model/canvas/droppedPlaces.ts'
import type { PlacedBubble } from '../../model/canvas/map/layoutMap.ts'
import { nestedPlaces } from '../../model/canvas/map/nestedPlaces.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Placed } from '../../model/rules/projects/settings.ts'
import type { Key } from '../../model/schema.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { TidyPlaces } from './tidyPlaces.ts'

interface Tidying {
  project: ProjectHandle
  t: Translate
  say: (words: string) => void
}

/**
 * Stores the places of quirks in one step, and says how many have been moved, with a way back; answers where, none where nothing was stored. Fetched when somebody tidies.
 * `placed`: where they are to stand; `rows`: where they are stored, `known` by whom.
 */
export async function tidyCanvas(
  { project, t, say }: Tidying,
  placed: readonly PlacedBubble[],
  rows: ReadonlyMap<Key, QuirkRow>,
  known: Placed,
): Promise<TidyPlaces> {
  const places = tidyPlaces({ bubbles: placed }, rows).map(({ id, x, y }) => ({ quirkId: id, x, y }))
  if (places.length === 0) {
    say(t('canvas.tidyAlready'))
    return []
  }
  const nested = nestedPlaces(placed, rows, known)
  const done = await runTakeable(project, 'tidyCanvas', { places, ...(nested && { nested }) })
  if (isProblem(done)) {
    showProblem(done.problem)
    return []
  }
  const undo = async () => {
    const undone = await done.ok()
    if (isProblem(undone)) showProblem(undone.problem)
  }
  const message = t('canvas.tidied', { n: places.length })
  toast.show({ id: 'step', message, action: { label: t('ui.undo'), onClick: () => void undo() } })
  return places
}
