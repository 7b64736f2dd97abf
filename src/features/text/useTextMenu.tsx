import { type ReactNode, useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Key } from '../../model/schema.ts'
import type { EditorState } from '../../state/editor.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { highlightMenu } from './highlights/highlightMenu.tsx'
import { highlightsAt, type PlacedHighlight, spotlightState } from './highlights/highlightState.ts'
import type { HighlightActs } from './highlights/useActiveHighlight.ts'
import type { MemoPane } from './memos/useMemoPane.tsx'
import { textMenu } from './textMenu.ts'
import type { AnswerView } from './useAnswerView.ts'
import type { CodingActions } from './useCodingActions.ts'

interface TextMenuOptions {
  opened: () => AnswerView
  memos: () => MemoPane | null
  editor: EditorState
  canWrite: boolean
  canCreate: boolean
  /** Of the quirk used last. */
  lastTitle: string | undefined
  quirks: ReadonlyMap<Key, QuirkRow> | undefined
  actions: CodingActions
  acts: HighlightActs
  onFind: () => void
}

export interface TextMenu {
  /** What can be done with these highlights. */
  entriesOf(highlights: readonly PlacedHighlight[]): MenuEntry[]
  /** With the words and highlights at the caret, and with the text. */
  open(at: Point): void
  /** With these highlights, beside the box of their bracket. */
  openBeside(highlights: readonly PlacedHighlight[], box: DOMRect): void
  view: ReactNode
}

/** Px that stay below a menu beside a bracket. */
const belowMenu = 160

export function useTextMenu(options: TextMenuOptions): TextMenu {
  const { opened, memos, editor, canWrite, canCreate, lastTitle, quirks, actions, acts, onFind } = options
  const t = useT()
  const [menu, setMenu] = useState<{ at: Point; items: MenuEntry[]; label: string } | null>(null)
  const entriesOf = (highlights: readonly PlacedHighlight[]): MenuEntry[] =>
    highlightMenu(highlights, {
      t,
      canWrite,
      quirkOf: (id) => quirks?.get(id),
      onRecode: acts.onRecode,
      onSelect: actions.select,
      onFit: editor.selection ? acts.onFit : undefined,
      onCut: editor.selection ? acts.onCut : undefined,
      onCopyReference: acts.onCopyReference,
      onRemove: (highlight) => acts.onRemove(highlight, true),
    })
  const open = (at: Point) => {
    const now = opened()
    if (now.state !== 'open') return
    const { state } = now.coding.view
    const { from, to } = state.selection.main
    const { active } = state.field(spotlightState)
    const items = textMenu({
      t,
      actions,
      canWrite,
      editing: editor.editing,
      hasSelection: editor.selection !== null,
      canCreate,
      lastTitle,
      here: entriesOf(active && from === to ? [active] : highlightsAt(state, from, to)),
      onFind,
      onCopyReference: () => acts.onCopyReference({ from, to }),
      memos: memos()?.menu(from, to),
    })
    setMenu({ at, items, label: t('text.menu') })
  }
  const openBeside = (highlights: readonly PlacedHighlight[], box: DOMRect) =>
    setMenu({
      at: { x: box.right + 4, y: Math.min(Math.max(box.top, 8), innerHeight - belowMenu) },
      items: entriesOf(highlights),
      label: t('text.highlightsHere'),
    })
  const view = (
    <MenuAt at={menu?.at ?? null} items={menu?.items ?? []} label={menu?.label ?? ''} onClose={() => setMenu(null)} />
  )
  return { entriesOf, open, openBeside, view }
}
