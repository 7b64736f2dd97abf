import { useMemo } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { compareTitles } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { type QuirkItem, quirkItems } from '../../model/rules/quirkItems.ts'

/** Every quirk of the project as lists show it; undefined until known, and while they are not `wanted`. */
export function useQuirkItems(wanted = true): QuirkItem[] | undefined {
  const t = useT()
  const quirks = useRows('quirks', {})
  const keys = useRows('shortcutKeys', {})
  return useMemo(
    () => (wanted && quirks && keys ? quirkItems(quirks.values(), keys.values(), t('quirk.untitled')) : undefined),
    [wanted, quirks, keys, t],
  )
}

/** Siblings in lists: as a reader of the language orders titles. */
export const byTitle = (a: QuirkItem, b: QuirkItem): number => compareTitles(a.title, b.title) || a.id - b.id
