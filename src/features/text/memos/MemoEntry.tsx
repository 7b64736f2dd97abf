import type { EditorView } from '@codemirror/view'
import { useT } from '../../../i18n/useT.ts'
import { MemoCard } from './MemoCard.tsx'
import { MemoEditor } from './MemoEditor.tsx'
import { aboutOf, memoById, memoState, unsavedMemo } from './memoState.ts'
import type { MemoActions } from './useMemos.ts'

interface MemoEntryProps {
  view: EditorView
  id: number
  canWrite: boolean
  isTabStop?: boolean
  actions: MemoActions
}

const WORDS = 60

/** The card of a memo of the open text, or the field in which it is being written. */
export function MemoEntry({ view, id, canWrite, isTabStop = true, actions }: MemoEntryProps) {
  const t = useT()
  const { active, writing } = view.state.field(memoState)
  const placed = memoById(view.state, id)
  const place = writing?.id === id ? writing : placed
  if (!place) return null
  const cut = view.state.sliceDoc(place.from, Math.min(place.to, place.from + WORDS))
  const words = place.to - place.from > WORDS ? `${cut.trimEnd()}…` : cut
  const about = aboutOf(place)
  const { draft } = actions
  if (writing?.id === id && draft) {
    const isOthers = placed && id !== unsavedMemo && placed.memo.content !== draft.before
    return (
      <MemoEditor
        text={draft.text}
        before={draft.before}
        about={about}
        words={words}
        theirs={isOthers ? placed.memo.content || t('memo.nothing') : undefined}
        onTyped={actions.typed}
        onSave={actions.save}
        onCancel={actions.cancel}
      />
    )
  }
  if (!placed) return null
  return (
    <MemoCard
      memo={placed.memo}
      about={about}
      words={words}
      active={active === id}
      canWrite={canWrite}
      isTabStop={isTabStop}
      onSelect={() => actions.activate(id)}
      onEdit={() => actions.edit(id)}
      onRemove={() => actions.remove(id)}
    />
  )
}
