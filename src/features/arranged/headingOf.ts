/** What a section of the arranged view is called. */
import type { Translate } from '../../i18n/i18n.ts'
import { PALETTE } from '../../model/palette.ts'
import type { ArrangedOrder, Section } from '../../model/rules/arrangedOrder.ts'

export interface Heading {
  title: string
  /** `#rrggbb`, of a colour's section. */
  colour?: string
}

export function headingOf(
  t: Translate,
  by: ArrangedOrder['by'],
  { key }: Section,
  groups: ReadonlyMap<string | number, { readonly description: string }>,
): Heading {
  if (by === 'colour') {
    const known = PALETTE.find(({ hex }) => hex === key)
    return { title: known ? t(`colour.${known.name}`) : String(key), colour: String(key) }
  }
  if (by === 'author') return { title: String(key ?? '').trim() || t('arranged.noAuthor') }
  return { title: key === null ? t('arranged.noGroup') : (groups.get(key)?.description ?? '') }
}
