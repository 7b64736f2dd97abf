import type { Language } from '../../i18n/language.ts'
import type { GuidePage } from '../../model/guidePage.ts'
import type { Scheme } from '../../ui/theme.ts'

/** The guide in a language: it lies beside the program, and is fetched ahead with it. Rejects where it cannot be fetched. */
export async function guideIn(language: Language): Promise<readonly GuidePage[]> {
  const response = await fetch(new URL(`./guide/${language}.json`, import.meta.url))
  if (!response.ok) throw new Error(`guide: ${response.status}`)
  return (await response.json()) as readonly GuidePage[]
}

/** Where a picture of the guide is. They are fetched as they come into sight, and kept from then on. */
export const guidePicture = (name: string, scheme: Scheme): string =>
  new URL(`./guide/pictures/${name}-${scheme}.webp`, import.meta.url).href
