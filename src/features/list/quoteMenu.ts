import { faceOf } from '../../actions/actionFace.ts'
import { shortcutOf } from '../../actions/actionKeys.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { CanvasIcon, FilterIcon, HighlightIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

export interface QuoteMenuActs {
  jump: () => void
  copyWords: () => void
  copy: () => void
  chosen: boolean
  choose: () => void
  goTo: () => void
  /** Lists the passages of its quirk alone. */
  only: { title: string; run: () => void }
  /** Missing for those who may only look. */
  recode?: (() => void) | undefined
  remove?: (() => void) | undefined
}

/** What can be done with one passage of the list. */
export function quoteMenu(t: Translate, acts: QuoteMenuActs): MenuEntry[] {
  const { jump, copyWords, copy, chosen, choose, goTo, only, recode, remove } = acts
  const entries: MenuEntry[] = [
    { ...faceOf(t, 'openQuote'), onSelect: jump },
    'line',
    { ...faceOf(t, 'copyQuote'), onSelect: copy },
    { label: t('list.copyWords'), onSelect: copyWords },
    { label: t('source.select'), shortcut: shortcutOf('selectQuote'), checked: chosen, onChange: choose },
    'line',
    { label: t('list.onlyThis', { title: only.title }), icon: FilterIcon, onSelect: only.run },
    { label: t('list.goTo'), icon: CanvasIcon, onSelect: goTo },
  ]
  if (recode) entries.push('line', { label: t('text.changeQuirk'), icon: HighlightIcon, onSelect: recode })
  if (remove) entries.push({ ...faceOf(t, 'removeQuote'), danger: true, onSelect: remove })
  return entries
}
