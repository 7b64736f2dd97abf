/** A setting that is a number within limits; the usual one where none is stored or what is stored is none (1 §5, §9). */
import type { Key, Preference } from '../../model/schema.ts'

interface Limits {
  readonly least: number
  readonly most: number
  readonly usual: number
}

export function numberPreference(
  preferences: ReadonlyMap<Key, Preference> | undefined,
  key: string,
  { least, most, usual }: Limits,
): number {
  const value = Number(preferences?.get(key)?.value ?? usual)
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual
}
