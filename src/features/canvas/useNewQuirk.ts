import { useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { drawnPlace, storedPlace } from '../../model/canvas/scene.ts'
import { none } from '../../model/schema.ts'
import type { Passage } from '../../state/passage.ts'
import { budRadius } from './drawing/painter.ts'
import type { NamedPlace } from './NewQuirk.tsx'
import { inView } from './placing/inView.ts'
import type { Point } from './placing/viewport.ts'
import type { BoardState } from './useBoard.ts'
import type { Chosen } from './useChosen.ts'
import type { DrawnQuirks } from './useDrawnQuirks.ts'

/** The new quirk that is being named, where it will stand. */
export function useNewQuirk({ camera, sight }: BoardState, { rows }: DrawnQuirks, chosen: Chosen) {
  const project = useProject()
  const [named, setNamed] = useState<NamedPlace | null>(null)
  const freePlaceInView = async () => {
    const { newPlace } = await import('./NewQuirk.tsx')
    const roots = [...(rows?.values() ?? [])].filter(({ parentQuirkId }) => parentQuirkId === none)
    return newPlace(sight.whole, roots, inView(camera.goal, camera.size))
  }
  /** Begins a new quirk: without a place where there is room in what is in view. With a passage it is made for it. */
  const create = async (at: Point | null, passage?: Passage) => {
    await project.askName?.()
    const place = at ? storedPlace(sight.scene, at) : await freePlaceInView()
    const next = { place, at: at ?? drawnPlace(sight.scene, place), passage }
    chosen.be(null)
    setNamed(next)
    chosen.bringIntoSight({ ...next.at, r: budRadius })
  }
  return { named, create, end: () => setNamed(null) }
}
