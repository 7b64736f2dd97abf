import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import { titleOf } from '../../model/canvas/labels.ts'
import { type Known, steadied } from '../../model/canvas/map/steady.ts'
import { type Scene, sceneOf } from '../../model/canvas/scene.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { type Key, none } from '../../model/schema.ts'
import type { Hand } from './pointing/useHand.ts'
import { useSteady } from './useSteady.ts'

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
  /** The quirks that the pointer is at: while others change the map they stay where they are. */
  atHand: () => ReadonlySet<number>
  hand: Hand
}

interface Drawn extends Known {
  /** Those that were known, of which `rows` are what is drawn. */
  readonly of: ReadonlyMap<Key, QuirkRow>
}

/** So long after a step of this person's its rows may come, ms. */
const ownWithin = 1000

const nothing: ReadonlySet<number> = new Set()

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
  const [drawn, setDrawn] = useState<Drawn>()
  const latest = useRef(wish)
  latest.current = wish
  const wanted = useRef<ReadonlyMap<Key, QuirkRow>>(undefined)
  const running = useRef(false)
  const scale = useRef<number>(null)
  const known = useRef<Drawn>(undefined)
  const ownUntil = useRef(0)
  /** What the last layout has held. */
  const held = useRef(nothing)
  const { isHolding, hand, atHand } = wish

  const layOut = useSteady(async () => {
    if (running.current) return
    running.current = true
    try {
      while (wanted.current && !latest.current.isHolding) {
        const next = wanted.current
        wanted.current = undefined
        const isOwn = performance.now() < ownUntil.current
        if (isRearranged(known.current?.rows, next)) scale.current = null
        const { rows: now, before, still } = steadied(next, known.current, isOwn ? nothing : latest.current.atHand())
        const quirks = Array.from(now.values(), ({ id, title, x, y, parentQuirkId, highlights }) => {
          return { id, title: titleOf({ title }, { untitled }), x, y, parentQuirkId, highlights }
        })
        const placedLast = latest.current.placedLast()
        const layout = await project.layOut(quirks, { held: placedLast, scale: scale.current, before, still })
        // A canvas with one quirk or none says nothing of how close they stand.
        if (quirks.length > 1) scale.current = layout.scale
        if (latest.current.isHolding) {
          wanted.current ??= next
          return
        }
        held.current = still
        known.current = { scene: sceneOf(now, layout), rows: now, of: next }
        setDrawn(known.current)
      }
    } finally {
      running.current = false
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words for what has no title are part of the map
  useEffect(() => {
    if (!rows || isHolding) return
    wanted.current = rows
    void layOut()
  }, [layOut, rows, untitled, isHolding])
  const letGo = useSteady(() => {
    if (held.current.size === 0 || isHolding) return
    held.current = nothing
    wanted.current ??= known.current?.of
    void layOut()
  })
  useEffect(
    () =>
      hand.onMove(() => {
        if (held.current.size === 0) return
        const near = atHand()
        if (![...held.current].some((id) => near.has(id))) letGo()
      }),
    [hand, atHand, letGo],
  )
  // What this person has just done is shown at once, at the pointer too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step is the last one
  useEffect(() => {
    ownUntil.current = performance.now() + ownWithin
    letGo()
  }, [step, letGo])
  return { scene: drawn?.scene, isLatest: drawn !== undefined && drawn.of === rows }
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
