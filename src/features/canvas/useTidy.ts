import { useEffect, useState } from 'react'
import { areStored, type TidyPlaces } from './tidyPlaces.ts'
import type { BoardState } from './useBoard.ts'
import type { DrawnQuirks } from './useDrawnQuirks.ts'
import { useSteady } from './useSteady.ts'

/** Tidies the canvas, and brings all of it into sight once it is drawn so. */
export function useTidy(
  { rows, isLatest, howPlaced }: DrawnQuirks,
  tidy: () => Promise<TidyPlaces>,
  view: Pick<BoardState, 'fit'>,
): () => Promise<void> {
  /** Where this person's tidying has put quirks, until they are drawn there. */
  const [tidied, setTidied] = useState<TidyPlaces>([])
  useEffect(() => {
    if (!rows || !isLatest || !howPlaced || !areStored(tidied, rows)) return
    setTidied([])
    view.fit()
  }, [rows, isLatest, howPlaced, tidied, view.fit])
  return useSteady(async () => setTidied(await tidy()))
}
