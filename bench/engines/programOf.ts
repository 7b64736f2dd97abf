import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that is there: the one that was named, or one on the path or in one of these folders. */
export function programOf(
  named: string | undefined,
  names: readonly string[],
  folders: readonly string[] = [],
): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...folders]
  const found = names.flatMap((name) => places.map((place) => join(place, name)))
  return (named ? [named] : found).find((path) => existsSync(path))
}
