import type { Bubble } from '../../../model/canvas/scene.ts'
import type { Sight } from './sight.ts'

/** Whether its whole title stands on the canvas. */
export function isRead(
  { opened, labels }: Pick<Sight, 'opened' | 'labels'>,
  { id, index }: Pick<Bubble, 'id' | 'index'>,
) {
  const label = (opened?.scene.byId.has(id) ? opened.labels : labels).get(index)
  return label !== undefined && !label.cut
}
