import { faceOf } from '../../actions/actionFace.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { UpIcon } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

interface TreeMenuActions {
  /** Undefined for the quirk whose tree is open. */
  overview: (() => void) | undefined
  /** Beside the codebook alone. */
  showOnCanvas?: () => void
  quotes?: () => void
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
export function treeMenu(t: Translate, { overview, showOnCanvas, quotes, write }: TreeMenuActions): MenuEntry[] {
  const entries: MenuEntry[] = []
  if (showOnCanvas) entries.push({ ...faceOf(t, 'showOnCanvas'), onSelect: showOnCanvas })
  if (quotes) entries.push({ ...faceOf(t, 'readQuotes'), onSelect: quotes })
  if (overview) entries.push({ ...faceOf(t, 'overview'), onSelect: overview })
  if (!write) return entries
  const { highlight, addChild, edit, moveInto, moveOut, merge, remove } = write
  if (highlight) entries.unshift({ ...faceOf(t, 'highlightHere'), onSelect: highlight }, 'line')
  entries.push({ ...faceOf(t, 'addChild'), onSelect: addChild })
  entries.push({ ...faceOf(t, 'editQuirk'), onSelect: edit })
  entries.push({ ...faceOf(t, 'moveInto'), onSelect: moveInto })
  if (moveOut) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: moveOut })
  entries.push({ ...faceOf(t, 'mergeQuirk'), onSelect: merge })
  return [...entries, 'line', { ...faceOf(t, 'deleteQuirk'), danger: true, onSelect: remove }]
}
