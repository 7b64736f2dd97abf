import type { ProjectFrame } from '../../src/model/projectReader.ts'

/** The properties of sources as columns; several values of one property are joined by commas. */
export function properties({ propertyKeys, propertyValues, sourceProperties }: ProjectFrame): {
  columns: string[]
  /** In the columns' order, '' where a source has none. */
  of(sourceId: number): string[]
} {
  const words = new Map(propertyValues.map(({ id, value }) => [id, value]))
  const bySource = new Map<number, Map<number, string[]>>()
  for (const { sourceId, keyId, valueId } of sourceProperties) {
    const word = words.get(valueId)
    if (word === undefined) continue
    const own = bySource.get(sourceId) ?? new Map<number, string[]>()
    bySource.set(sourceId, own)
    own.set(keyId, [...(own.get(keyId) ?? []), word])
  }
  return {
    columns: propertyKeys.map(({ key }) => key),
    of(sourceId) {
      const own = bySource.get(sourceId)
      return propertyKeys.map(({ id }) => own?.get(id)?.join(', ') ?? '')
    },
  }
}
