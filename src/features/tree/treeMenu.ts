import type { Translate } from '../../i18n/i18n.ts'
import { keys } from '../../state/keys.ts'
import { DeleteIcon, EditIcon, HighlightIcon, MergeIcon, MoveIcon, PlusIcon, TreeIcon, UpIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

interface TreeMenuActions {
  /** Undefined for the quirk whose tree is open. */
  overview: (() => void) | undefined
  /** False for those who may only look. */
  write:
    | false
    | {
        /** Undefined when no words are selected in the text. */
        highlight: (() => void) | undefined
        addChild: () => void
        edit: () => void
        moveInto: () => void
        /** Undefined at the top level. */
        moveOut: (() => void) | undefined
        merge: () => void
        remove: () => void
      }
}

/** The same entries and keys as on the canvas, and a new quirk inside. */
export function treeMenu(t: Translate, { overview, write }: TreeMenuActions): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (overview)
    entries.push({ label: t('quirk.overview'), icon: TreeIcon, shortcut: keys.overview[0], onSelect: overview })
  if (!write) return entries
  const { highlight, addChild, edit, moveInto, moveOut, merge, remove } = write
  if (highlight) {
    const first = {
      label: t('canvas.highlightHere'),
      icon: HighlightIcon,
      shortcut: keys.highlightHere[0],
      onSelect: highlight,
    }
    entries.unshift(first, 'line')
  }
  entries.push({ label: t('tree.addChild'), icon: PlusIcon, shortcut: keys.addChild[0], onSelect: addChild })
  entries.push({ label: t('quirk.edit'), icon: EditIcon, shortcut: keys.editQuirk[0], onSelect: edit })
  entries.push({ label: t('quirk.moveInto'), icon: MoveIcon, shortcut: keys.moveInto[0], onSelect: moveInto })
  if (moveOut) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: moveOut })
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
