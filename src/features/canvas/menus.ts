import type { Translate } from '../../i18n/i18n.ts'
import { none } from '../../model/schema.ts'
import {
  DeleteIcon,
  EditIcon,
  HighlightIcon,
  ListIcon,
  MergeIcon,
  MoveIcon,
  PlusIcon,
  TreeIcon,
  UpIcon,
} from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menuEntry.ts'
import type { Bubble } from './scene.ts'

export interface QuirkMenuActions {
  overview: () => void
  /** False for those who may only look. */
  write:
    | false
    | {
        /** Null when no words are selected in the text. */
        highlight: (() => void) | null
        edit: () => void
        moveInto: () => void
        moveOut: () => void
        merge: () => void
        remove: () => void
      }
}

/** `key`: the quirk's own, which highlights too. */
export function quirkMenu(
  t: Translate,
  bubble: Bubble,
  key: string | undefined,
  actions: QuirkMenuActions,
): MenuEntry[] {
  const { overview, write } = actions
  const entries: MenuEntry[] = [{ label: t('quirk.overview'), icon: TreeIcon, shortcut: 'O', onSelect: overview }]
  if (!write) return entries
  const { highlight, edit, moveInto, moveOut, merge, remove } = write
  if (highlight) {
    entries.unshift(
      { label: t('canvas.highlightHere'), icon: HighlightIcon, shortcut: key || 'H', onSelect: highlight },
      'line',
    )
  }
  entries.push({ label: t('quirk.edit'), icon: EditIcon, shortcut: 'F2', onSelect: edit })
  entries.push({ label: t('quirk.moveInto'), icon: MoveIcon, onSelect: moveInto })
  if (bubble.parent !== none) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: moveOut })
  entries.push({ label: t('quirk.merge'), icon: MergeIcon, shortcut: 'G', onSelect: merge })
  const last = { label: t('quirk.delete'), icon: DeleteIcon, danger: true, shortcut: 'Del', onSelect: remove }
  return [...entries, 'line', last]
}

export function emptySpaceMenu(t: Translate, onNew: () => void, onAll: () => void): MenuEntry[] {
  return [
    { label: t('canvas.newQuirk'), icon: PlusIcon, shortcut: 'N', onSelect: onNew },
    { label: t('quirk.all'), icon: ListIcon, onSelect: onAll },
  ]
}
