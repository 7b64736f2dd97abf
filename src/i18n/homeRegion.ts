import { isTag } from './language.ts'

/** Where a person lives, by the browser's languages, best first: two letters. */
export function homeRegion(preferred: readonly string[]): string | undefined {
  const tag = preferred.find(isTag)
  // Of a tag that names none, where most of those live who speak it.
  return tag && new Intl.Locale(tag).maximize().region
}
