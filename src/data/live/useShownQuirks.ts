import { useMemo } from 'react'
import { shownQuirks } from '../../model/rules/shownQuirks.ts'
import { useRows } from './useLive.ts'

/**
 * The ids of the quirks that the groups filter leaves, for every view: null is every quirk, undefined not known yet.
 * `unchecked`: `uncheckedGroups` of the editor's state.
 */
export function useShownQuirks(unchecked: readonly number[]): ReadonlySet<number> | null | undefined {
  const groups = useRows('groups', {})
  const links = useRows('groupQuirks', {})
  return useMemo(() => {
    if (unchecked.length === 0) return null
    return groups && links && shownQuirks(groups, links.values(), unchecked)
  }, [groups, links, unchecked])
}
