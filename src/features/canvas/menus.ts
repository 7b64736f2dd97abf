import { faceOf } from '../../actions/actionFace.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Bubble } from '../../model/canvas/scene.ts'
import { none } from '../../model/schema.ts'
import { OverlapIcon, UpIcon } from '../../ui/icons.ts'
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
    { ...faceOf(t, 'overview'), onSelect: overview },
    { ...faceOf(t, 'readQuotes'), onSelect: quotes },
    { label: t('overlap.title'), icon: OverlapIcon, onSelect: overlap },
  ]
  if (!write) return entries
  const { highlight, edit, moveInto, moveOut, merge, remove } = write
  if (highlight) {
    const face = faceOf(t, 'highlightHere')
    entries.unshift({ ...face, shortcut: key || face.shortcut, onSelect: highlight }, 'line')
  }
  entries.push({ ...faceOf(t, 'editQuirk'), onSelect: edit })
  // Its key is that of the tree; on the canvas the same letter moves the bubble by arrows.
  entries.push({ ...faceOf(t, 'moveInto'), shortcut: undefined, onSelect: moveInto })
  if (bubble.parent !== none) entries.push({ label: t('quirk.moveOut'), icon: UpIcon, onSelect: moveOut })
  entries.push({ ...faceOf(t, 'mergeQuirk'), onSelect: merge })
  return [...entries, 'line', { ...faceOf(t, 'deleteQuirk'), danger: true, onSelect: remove }]
}

export function emptySpaceMenu(t: Translate, onNew: () => void, onCodebook: () => void): MenuEntry[] {
  return [
    { ...faceOf(t, 'newQuirk'), onSelect: onNew },
    { ...faceOf(t, 'codebook'), onSelect: onCodebook },
  ]
}
