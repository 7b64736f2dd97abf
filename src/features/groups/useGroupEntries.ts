import { useMemo } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { type GroupEntry, groupEntries } from './groupEntries.ts'

/** The project's groups as they are listed; undefined until they are known. */
export function useGroupEntries(): GroupEntry[] | undefined {
  const groups = useRows('groups', {})
  const links = useRows('groupQuirks', {})
  return useMemo(() => groups && links && groupEntries(groups.values(), links.values()), [groups, links])
}
