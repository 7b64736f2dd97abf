import { useCallback, useEffect, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import type { PropertyValue } from '../../model/queries.ts'
import type { FindValues } from './properties.ts'

/** More than this are not looked through. */
const most = 50

export function useFindValues(): FindValues {
  const project = useProject()
  return useCallback(
    async (keyId, search) => (await project.ask('propertyMatches', { keyId, search, most })).value,
    [project],
  )
}

export interface Found {
  /** What was looked for; null: nothing has come yet. */
  search: string | null
  values: readonly PropertyValue[]
}

/** The last that came, until those of another search are there. `changes`: another one asks again. */
export function useFound(find: FindValues, keyId: number, search: string, changes = 0): Found {
  const [found, setFound] = useState<Found>({ search: null, values: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values may be found then
  useEffect(() => {
    let isWanted = true
    void find(keyId, search).then((values) => isWanted && setFound({ search, values }))
    return () => {
      isWanted = false
    }
  }, [find, keyId, search, changes])
  return found
}
