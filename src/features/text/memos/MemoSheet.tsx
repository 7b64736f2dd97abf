import type { EditorView } from '@codemirror/view'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../../../ui/icons.ts'
import { MemoEntry } from './MemoEntry.tsx'
import { memoState } from './memoState.ts'
import { noMemos } from './noMemos.ts'
import { useMemoFocus } from './useMemoFocus.ts'
import type { MemoActions } from './useMemos.ts'

interface MemoSheetProps {
  view: EditorView
  canWrite: boolean
  actions: MemoActions
}

/** Where there is no room beside the text: one memo at a time under it, its words marked above, and the way to the next. */
export function MemoSheet({ view, canWrite, actions }: MemoSheetProps) {
  const t = useT()
  const body = useRef<HTMLDivElement>(null)
  const { shown: list, list: all, active, writing } = view.state.field(memoState)
  const at = list.findIndex(({ id }) => id === (writing?.id ?? active))
  const shown = writing?.id ?? list[at]?.id
  useMemoFocus(body, actions)
  const latest = useRef(actions)
  latest.current = actions
  // Opened with none chosen, or the chosen one has gone: the first.
  const isLost = shown === undefined && list.length > 0
  useEffect(() => {
    if (isLost) latest.current.step(1)
  }, [isLost])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    actions.toText()
    event.stopPropagation()
  }
  return (
    <section className="memo-sheet" aria-label={t('memo.column')} data-keep-clear onKeyDown={press}>
      <header className="memo-sheet-head">
        <span className="memo-sheet-count" aria-live="polite">
          {writing && at < 0
            ? t('memo.new')
            : list.length === 0
              ? t('memo.column')
              : t('memo.ofAll', { at: at + 1, n: list.length })}
        </span>
        <IconButton
          icon={ChevronUpIcon}
          label={t('memo.previous')}
          unavailable={at <= 0}
          onClick={() => actions.step(-1)}
        />
        <IconButton
          icon={ChevronDownIcon}
          label={t('memo.next')}
          unavailable={at < 0 || at >= list.length - 1}
          onClick={() => actions.step(1)}
        />
        <IconButton icon={CloseIcon} label={t('ui.close')} onClick={actions.toggle} />
      </header>
      <div className="memo-sheet-body" ref={body}>
        {shown === undefined ? (
          <p className="memo-none">{noMemos(t, all, canWrite)}</p>
        ) : (
          <div key={shown} data-card={shown}>
            <MemoEntry view={view} id={shown} canWrite={canWrite} actions={actions} />
          </div>
        )}
      </div>
    </section>
  )
}
