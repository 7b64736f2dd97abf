import { useMemo } from 'react'
import { useRows } from '../../data/live/useLive.ts'
import { useLanguage } from '../../i18n/useT.ts'
import { type Property, propertiesOf } from './properties.ts'

/** Undefined until they are known. `keyId`: the values of this one alone are wanted, the others have none here. */
export function useProperties(keyId?: number): Property[] | undefined {
  const keys = useRows('propertyKeys', {})
  const values = useRows('propertyValues', keyId === undefined ? {} : { keyId })
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has an alphabet of its own
  return useMemo(() => keys && values && propertiesOf(keys.values(), values.values()), [keys, values, language])
}
