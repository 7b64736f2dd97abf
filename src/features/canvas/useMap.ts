import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { areSameRows, drawnBefore, keepDrawn, mapQuirks } from '../../data/live/drawnMap.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { Size } from '../../model/canvas/box.ts'
import type { PlacedBubble } from '../../model/canvas/map/layoutMap.ts'
import { type Scene, sceneOf } from '../../model/canvas/scene.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Placed } from '../../model/rules/projects/settings.ts'
import { type Key, none } from '../../model/schema.ts'
import { latestFirst } from './latestFirst.ts'
import type { Hand } from './pointing/useHand.ts'
import { useSteady } from './useSteady.ts'

interface DrawnMap {
  readonly scene: Scene | undefined
  /** It is what the rows that are known now come to, and whether people have placed them. */
  readonly isLatest: boolean
  /** Where the quirks would stand closer together, in the shape of a window of this size. */
  readonly packed: (size: Size) => Promise<readonly PlacedBubble[]>
}

export interface MapWish {
  /** People have placed the quirks where they are drawn; undefined: not known yet. */
  placed: Placed | undefined
  /** Everything is counted; else what a query lets through. */
  isWhole: boolean
  /** The quirk that this person has placed last. */
  placedLast: () => number | null
  /** Something is in the hand: what it may be dropped on stays where it is until then. */
  isHolding: boolean
  /** The quirks that the pointer is at: while others change the map they stay where they are. */
  atHand: () => ReadonlySet<number>
  hand: Hand
  /** Works out beforehand what drawing the scene takes. */
  prepare: (scene: Scene) => void
}

/** More quirks are made ready to be drawn in a task of their own: with what draws them it would hold up the page. */
const mostAtOnce = 400
const otherTask = () => new Promise<void>((go) => setTimeout(go))

/** With more quirks it would take the page too long to tell where each of them is drawn. */
const mostSteadied = 3000
/** How many times as wide as high a canvas is tidied at the least and at the most: it is seen in other windows too. */
const narrowestPack = 0.7
const widestPack = 1.6
/** So long after a step of this person's its rows may come, ms. */
const ownWithin = 1000

/**
 * The quirks where the map has them. It is laid out in the project's worker, one layout at a time and the latest rows next; until it is there, what was
 * last shown stays. As long as the canvas is open and is not tidied, the scale of the first one stays, and so does what is drawn, as far as there is room.
 */
export function useMap(rows: ReadonlyMap<Key, QuirkRow> | undefined, wish: MapWish): DrawnMap {
  const project = useProject()
  const t = useT()
  const untitled = t('quirk.untitled')
  const { undo, redo } = useSnapshot(project.history)
  /** Another one as soon as this person has done something. */
  const step = `${undo?.id ?? ''} ${redo?.id ?? ''}`
  const [before] = useState(() => drawnBefore(project))
  const [drawn, setDrawn] = useState(wish.isWhole ? before : undefined)
  const latest = useRef(wish)
  latest.current = wish
  const scale = useRef(before && before.layout.placed.length > 1 ? before.layout.scale : null)
  const known = useRef(before)
  /** The last one in which everything was counted: a query is drawn from it, and it comes back unchanged afterwards. */
  const whole = useRef(before)
  const ownUntil = useRef(0)
  const { isHolding, placed, isWhole, hand, atHand } = wish

  /** What is found as it was left is not laid out again. */
  const isReturning = useRef(before !== undefined && wish.isWhole)
  const asItWas = (next: ReadonlyMap<Key, QuirkRow>): boolean => {
    const left = isReturning.current ? known.current : undefined
    isReturning.current = false
    if (!left || left.placed !== placed || left.untitled !== untitled || left.layout.still.size > 0) return false
    if (!areSameRows(left.rows, next)) return false
    known.current = { ...left, rows: next }
    setDrawn(known.current)
    return true
  }

  const layOut = useSteady(async (next: ReadonlyMap<Key, QuirkRow>) => {
    if (asItWas(next)) return
    const isOwn = performance.now() < ownUntil.current
    const isOther = isRearranged(known.current?.rows, next) || known.current?.placed !== placed
    if (placed) scale.current = 1
    else if (isOther) scale.current = null
    const quirks = mapQuirks(next, untitled)
    const drawn = (whole.current ?? (isWhole ? undefined : known.current))?.layout.placed ?? []
    const layout = await project.layOut(quirks, {
      ...{ held: latest.current.placedLast(), scale: scale.current, nested: placed === 'all' },
      ...(drawn.length <= mostSteadied && { drawn, atHand: isOwn ? [] : [...latest.current.atHand()] }),
    })
    // A canvas with one quirk or none says nothing of how close they stand.
    if (quirks.length > 1) scale.current = layout.scale
    const scene = sceneOf(next, layout)
    if (scene.bubbles.length > mostAtOnce) {
      await otherTask()
      latest.current.prepare(scene)
      await otherTask()
    }
    // Once the hand lets go it is laid out anew.
    if (latest.current.isHolding) return
    known.current = { scene, layout, rows: next, placed, untitled }
    if (isWhole) {
      whole.current = known.current
      keepDrawn(project, known.current)
    }
    setDrawn(known.current)
  })
  const packed = useSteady(async ({ width, height }: Size) => {
    const { rows: shown, layout } = known.current ?? {}
    if (!shown || !layout || height === 0) return []
    const packs = Math.min(widestPack, Math.max(narrowestPack, width / height))
    return (await project.layOut(mapQuirks(shown, untitled), { scale: layout.scale, drawn: layout.placed, packs }))
      .placed
  })
  const [layouts] = useState(() => latestFirst(layOut, () => !latest.current.isHolding))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words for what has no title are part of the map
  useEffect(() => {
    if (rows && placed !== undefined && !isHolding) layouts.want(rows)
  }, [layouts, rows, untitled, isHolding, placed])
  const letGo = useSteady(() => {
    if (known.current?.layout.still.size && !isHolding) layouts.again()
  })
  useEffect(
    () =>
      hand.onMove(() => {
        const still = known.current?.layout.still
        if (!still?.size) return
        const near = atHand()
        if (![...still].some((id) => near.has(id))) letGo()
      }),
    [hand, atHand, letGo],
  )
  // What this person has just done is shown at once, at the pointer too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is the last one
  useEffect(() => {
    ownUntil.current = performance.now() + ownWithin
    letGo()
  }, [step, letGo])
  const isLatest = drawn !== undefined && drawn.rows === rows && drawn.placed === placed
  return { scene: drawn?.scene, isLatest, packed }
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
