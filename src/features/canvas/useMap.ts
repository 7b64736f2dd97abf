import { useEffect, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { titleOf } from '../../model/canvas/labels.ts'
import { type Scene, sceneOf } from '../../model/canvas/scene.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { type Key, none } from '../../model/schema.ts'

interface DrawnMap {
  readonly scene: Scene | undefined
  /** It is what the rows that are known now come to. */
  readonly isLatest: boolean
}

interface MapWish {
  /** The quirk that this person has placed last. */
  placedLast: () => number | null
  /** Something is in the hand: what it may be dropped on stays where it is until then. */
  isHolding: boolean
}

/**
 * The quirks where the map has them. It is laid out in the project's worker, one layout at a time and the latest rows next; until it is there, what was
 * last shown stays. The scale of the first one stays as long as the canvas is open and is not tidied.
 */
export function useMap(rows: ReadonlyMap<Key, QuirkRow> | undefined, { placedLast, isHolding }: MapWish): DrawnMap {
  const project = useProject()
  const t = useT()
  const untitled = t('quirk.untitled')
  const [drawn, setDrawn] = useState<{ scene: Scene; rows: ReadonlyMap<Key, QuirkRow> }>()
  const wanted = useRef<ReadonlyMap<Key, QuirkRow>>(undefined)
  const running = useRef(false)
  const scale = useRef<number>(null)
  const last = useRef<ReadonlyMap<Key, QuirkRow>>(undefined)
  const wish = useRef({ placedLast, isHolding })
  wish.current = { placedLast, isHolding }
  useEffect(() => {
    if (!rows || isHolding) return
    wanted.current = rows
    if (running.current) return
    running.current = true
    const layOut = async () => {
      try {
        while (wanted.current && !wish.current.isHolding) {
          const now = wanted.current
          if (isRearranged(last.current, now)) scale.current = null
          last.current = now
          wanted.current = undefined
          const quirks = Array.from(now.values(), ({ id, title, x, y, parentQuirkId, highlights }) => {
            return { id, title: titleOf({ title }, { untitled }), x, y, parentQuirkId, highlights }
          })
          const layout = await project.layOut(quirks, { held: wish.current.placedLast(), scale: scale.current })
          // A canvas with one quirk or none says nothing of how close they stand.
          if (quirks.length > 1) scale.current = layout.scale
          if (wish.current.isHolding) wanted.current = now
          else setDrawn({ scene: sceneOf(now, layout), rows: now })
        }
      } finally {
        running.current = false
      }
    }
    void layOut()
  }, [project, rows, untitled, isHolding])
  return { scene: drawn?.scene, isLatest: drawn !== undefined && drawn.rows === rows }
}

/** Half of what has a place of its own has another one, as after tidying or its undo: then the scale is found anew. */
function isRearranged(before: ReadonlyMap<Key, QuirkRow> | undefined, now: ReadonlyMap<Key, QuirkRow>): boolean {
  if (!before || before === now) return false
  const placed = [...now.values()].filter(({ parentQuirkId }) => parentQuirkId === none)
  const moved = placed.filter(({ id, x, y }) => {
    const was = before.get(id)
    return was && (was.x !== x || was.y !== y)
  })
  return moved.length > 1 && moved.length * 2 >= placed.length
}
