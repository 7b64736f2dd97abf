import { useMemo } from 'react'
import { useRows, useValue } from '../../data/live/useLive.ts'
import { useLanguage } from '../../i18n/useT.ts'
import { type Property, propertiesOf } from './properties.ts'

const none: readonly number[] = []

/** Undefined until they are known. `most`: so many values of each. */
export function useProperties(most = 0): Property[] | undefined {
  const keys = useRows('propertyKeys', {})
  const offers = useValue('propertyOffers', { most, chosen: none })
  const withComma = useValue('valuesWithComma', {})
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has an alphabet of its own
  return useMemo(
    () => keys && offers && withComma && propertiesOf(keys.values(), offers, withComma),
    [keys, offers, withComma, language],
  )
}
