import type { Translate } from '../../i18n/i18n.ts'
import { DeleteIcon, EditIcon, HighlightIcon, MergeIcon, MoveIcon, PlusIcon, TreeIcon, UpIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menuEntry.ts'

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
  if (overview) entries.push({ label: t('quirk.overview'), icon: TreeIcon, shortcut: 'O', onSelect: overview })
  if (!write) return entries
  const { highlight, addChild, edit, moveInto, moveOut, merge, remove } = write
  if (highlight) {
    const first = { label: t('canvas.highlightHere'), icon: HighlightIcon, shortcut: 'H', onSelect: highlight }
    entries.unshift(first, 'line')
  }
  entries.push({ label: t('tree.addChild'), icon: PlusIcon, shortcut: 'N', onSelect: addChild })
  entries.push({ label: t('quirk.edit'), icon: EditIcon, shortcut: 'F2', onSelect: edit })
  entries.push({ label: t('quirk.moveInto'), icon: MoveIcon, shortcut: 'M', onSelect: moveInto })
  if (moveOut) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: moveOut })
  entries.push({ label: t('quirk.merge'), icon: MergeIcon, shortcut: 'G', onSelect: merge })
  const last = { label: t('quirk.delete'), icon: DeleteIcon, danger: true, shortcut: 'Del', onSelect: remove }
  return [...entries, 'line', last]
}
