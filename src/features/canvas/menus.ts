import type { Translate } from '../../i18n/i18n.ts'
import { none } from '../../model/schema.ts'
import { DeleteIcon, EditIcon, HighlightIcon, MoveIcon, PlusIcon, UpIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menuEntry.ts'
import type { Bubble } from './scene.ts'

export interface QuirkMenuActions {
  /** Null when no words are selected in the text. */
  highlight: (() => void) | null
  edit: () => void
  moveInto: () => void
  moveOut: () => void
  remove: () => void
}

export function quirkMenu(t: Translate, bubble: Bubble, actions: QuirkMenuActions): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (actions.highlight) {
    entries.push(
      { label: t('canvas.highlightHere'), icon: HighlightIcon, shortcut: 'H', onSelect: actions.highlight },
      'line',
    )
  }
  entries.push({ label: t('quirk.edit'), icon: EditIcon, shortcut: 'F2', onSelect: actions.edit })
  entries.push({ label: t('quirk.moveInto'), icon: MoveIcon, onSelect: actions.moveInto })
  if (bubble.parent !== none) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: actions.moveOut })
  const remove = { label: t('quirk.delete'), icon: DeleteIcon, danger: true, shortcut: 'Del', onSelect: actions.remove }
  return [...entries, 'line', remove]
}

export function emptySpaceMenu(t: Translate, onNew: () => void): MenuEntry[] {
  return [{ label: t('canvas.newQuirk'), icon: PlusIcon, shortcut: 'N', onSelect: onNew }]
}
