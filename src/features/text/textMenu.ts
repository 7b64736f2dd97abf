import { entryOf } from '../../actions/actionFace.ts'
import type { ActionId } from '../../actions/actions.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import type { CodingActions } from './useCodingActions.ts'

export interface MemoMenu {
  /** On the selected words. */
  write: () => void
  /** Entries for those at the place. */
  here: MenuEntry[]
  /** Entries for those of the text. */
  all: MenuEntry[]
}

interface TextMenuOptions {
  t: Translate
  actions: CodingActions
  canWrite: boolean
  editing: boolean
  hasSelection: boolean
  canCreate: boolean
  /** Of the quirk used last. */
  lastTitle: string | undefined
  /** Entries for the highlights at the place. */
  here: MenuEntry[]
  onFind: () => void
  onCopyReference: () => void
  memos: MemoMenu | undefined
}

/** The context menu of the text: the selected words, the highlights at the place, the text itself. */
export function textMenu(options: TextMenuOptions): MenuEntry[] {
  const { t, actions, canWrite, editing, hasSelection, canCreate, lastTitle, here, memos, onFind } = options
  const entry = (id: ActionId, onSelect: () => void) => entryOf(t, id, canWrite, onSelect)
  const words: MenuEntry[] = [
    entry('codeTo', actions.pick),
    ...(lastTitle === undefined
      ? []
      : [{ ...entry('codeAgain', actions.again), label: t('text.codeAgain', { title: lastTitle }) }]),
    ...(canCreate ? [entry('newQuirkFrom', actions.create)] : []),
    ...(memos ? [entry('memo', memos.write)] : []),
    { label: t('text.copy'), shortcut: 'Mod+C', onSelect: actions.copy },
    entry('copyReference', options.onCopyReference),
  ]
  const text: MenuEntry[] = [
    entry('find', onFind),
    editing ? entry('done', () => actions.edit(false)) : entry('editText', () => actions.edit(true)),
  ]
  const parts: MenuEntry[][] = [
    hasSelection ? words : [],
    here.length > 0 ? [{ heading: t('text.highlightsHere'), items: here }] : [],
    memos && memos.here.length > 0 ? [{ heading: t('memo.column'), items: memos.here }] : [],
    [...text, ...(memos?.all ?? [])],
  ]
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at > 0 ? ['line' as const, ...part] : part))
}
