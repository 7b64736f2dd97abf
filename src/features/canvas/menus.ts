import type { Translate } from '../../i18n/i18n.ts'
import type { Bubble } from '../../model/canvas/scene.ts'
import { none } from '../../model/schema.ts'
import { keys } from '../../state/keys.ts'
import {
  DeleteIcon,
  EditIcon,
  HighlightIcon,
  ListIcon,
  MergeIcon,
  MoveIcon,
  OverlapIcon,
  PlusIcon,
  ReadIcon,
  TreeIcon,
  UpIcon,
} from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

export interface QuirkMenuActions {
  overview: () => void
  quotes: () => void
  overlap: () => void
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
  const { overview, quotes, overlap, write } = actions
  const entries: MenuEntry[] = [
    { label: t('quirk.overview'), icon: TreeIcon, shortcut: keys.overview[0], onSelect: overview },
    { label: t('quotes.read'), icon: ReadIcon, onSelect: quotes },
    { label: t('overlap.title'), icon: OverlapIcon, onSelect: overlap },
  ]
  if (!write) return entries
  const { highlight, edit, moveInto, moveOut, merge, remove } = write
  if (highlight) {
    entries.unshift(
      {
        label: t('canvas.highlightHere'),
        icon: HighlightIcon,
        shortcut: key || keys.highlightHere[0],
        onSelect: highlight,
      },
      'line',
    )
  }
  entries.push({ label: t('quirk.edit'), icon: EditIcon, shortcut: keys.editQuirk[0], onSelect: edit })
  entries.push({ label: t('quirk.moveInto'), icon: MoveIcon, onSelect: moveInto })
  if (bubble.parent !== none) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: moveOut })
  entries.push({ label: t('quirk.merge'), icon: MergeIcon, shortcut: keys.mergeQuirk[0], onSelect: merge })
  const last = {
    label: t('quirk.delete'),
    icon: DeleteIcon,
    danger: true,
    shortcut: keys.deleteQuirk[0],
    onSelect: remove,
  }
  return [...entries, 'line', last]
}

export function emptySpaceMenu(t: Translate, onNew: () => void, onAll: () => void): MenuEntry[] {
  return [
    { label: t('canvas.newQuirk'), icon: PlusIcon, shortcut: keys.newQuirk[0], onSelect: onNew },
    { label: t('quirk.all'), icon: ListIcon, onSelect: onAll },
  ]
}
