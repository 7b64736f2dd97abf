import { useT } from '../../i18n/useT.ts'
import type { Bubble } from '../../model/canvas/scene.ts'
import { MenuAt } from '../../ui/menus/MenuAt.tsx'
import { emptySpaceMenu, type QuirkMenuActions, quirkMenu } from './menus.ts'

/** Where a quirk goes that is moved out: with this part, since parts are fetched ahead, and it is moved without a network too. */
export { placeOutside } from '../../model/canvas/placeOutside.ts'

interface CanvasMenuProps {
  /** In px of the window; null: it is closed. */
  at: { x: number; y: number } | null
  onClose: () => void
  /** The quirk it is for; undefined is empty space. */
  bubble: Bubble | undefined
  title: string
  /** The quirk's own key. */
  shortcut: string | undefined
  actions: (bubble: Bubble) => QuirkMenuActions
  onNew: () => void
  onCodebook: () => void
}

/** What can be done with a quirk, or on empty space. */
export function CanvasMenu({ at, onClose, bubble, title, shortcut, actions, onNew, onCodebook }: CanvasMenuProps) {
  const t = useT()
  const items = bubble ? quirkMenu(t, bubble, shortcut, actions(bubble)) : emptySpaceMenu(t, onNew, onCodebook)
  return <MenuAt at={at} onClose={onClose} label={title} items={items} />
}
