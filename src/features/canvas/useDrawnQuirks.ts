import { useDeferredValue, useMemo } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { onlyShown } from '../../model/canvas/scene.ts'
import { placedIn } from '../../model/rules/projects/settings.ts'
import type { QuirkResult } from '../../state/viewProps.ts'
import { passingRows, withBare } from './drawing/resultScene.ts'
import { type MapWish, useMap } from './useMap.ts'

interface DrawnWish extends Omit<MapWish, 'placed' | 'isWhole'> {
  /** What a query lets through; null: everything. */
  result: QuirkResult | null
  uncheckedGroups: readonly number[]
}

/** The quirks of the project as the canvas draws them: counted, placed on the map, without what a query or the groups filter leaves out. */
export function useDrawnQuirks({ result, uncheckedGroups, ...wish }: DrawnWish) {
  // Bubbles and their titles are placed in a task of their own: with thousands it would hold up what else shows a change.
  const newest = useRows('quirks', {})
  const rows = useDeferredValue(newest)
  const counted = useMemo(() => rows && (result ? passingRows(rows, result) : rows), [rows, result])
  const preferences = useRows('preferences', {})
  const howPlaced = preferences && placedIn(preferences)
  const { scene: whole, isLatest, packed } = useMap(counted, { ...wish, placed: howPlaced, isWhole: result === null })
  const shown = useShownQuirks(uncheckedGroups)
  const placed = useMemo(() => {
    if (!whole || shown === undefined) return undefined
    if (!result) return { scene: onlyShown(whole, shown), bare: null }
    return withBare(onlyShown(whole, new Set(result.highlights.keys())), result)
  }, [whole, shown, result])
  return {
    rows,
    /** How people have placed them; undefined: not known yet. */
    howPlaced,
    /** With what a filter leaves out. */
    whole,
    /** What is drawn. */
    scene: placed?.scene,
    /** Where what belongs to no quirk stands. */
    bare: placed?.bare,
    /** The ids that the groups filter shows; undefined: not known yet. */
    shown,
    /** It is the map of the rows that are drawn, and whether those are the newest there are. */
    isLatest,
    isNewest: isLatest && rows === newest,
    packed,
  }
}

export type DrawnQuirks = ReturnType<typeof useDrawnQuirks>
