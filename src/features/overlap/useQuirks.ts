import { useMemo } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuirkRow } from '../../model/queries.ts'

/** A quirk as these views show it. */
export interface Shown {
  readonly id: number
  /** Never empty. */
  readonly title: string
  /** `#rrggbb`. */
  readonly color: string
  readonly highlights: number
}

export const shownOf = ({ id, title, color, highlights }: QuirkRow, untitled: string): Shown => ({
  id,
  title: title.trim() || untitled,
  color,
  highlights,
})

/** Every quirk of the project by its id; undefined until they are known. */
export function useQuirks(): ReadonlyMap<number, Shown> | undefined {
  const t = useT()
  const rows = useRows('quirks', {})
  return useMemo(
    () => rows && new Map(Array.from(rows.values(), (row) => [row.id, shownOf(row, t('quirk.untitled'))])),
    [rows, t],
  )
}
