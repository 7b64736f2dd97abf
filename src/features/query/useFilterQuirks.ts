import { useMemo } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { FilterQuirks } from './filterWords.ts'

/** What filters can ask for; those with the most highlights first. */
export function useFilterQuirks(): FilterQuirks {
  const t = useT()
  const rows = useRows('quirks', {})
  return useMemo(() => {
    if (!rows) return undefined
    const all = [...rows.values()].sort((a, b) => b.highlights - a.highlights || a.id - b.id)
    const parents = new Set(all.map(({ parentQuirkId }) => parentQuirkId))
    return new Map(
      all.map(({ id, title, color }) => [
        id,
        { title: title.trim() || t('quirk.untitled'), colour: color, holdsOthers: parents.has(id) },
      ]),
    )
  }, [rows, t])
}
