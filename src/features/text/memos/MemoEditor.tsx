import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useT } from '../../../i18n/useT.ts'
import { longestText } from '../../../model/limits.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import type { MemoAbout } from './MemoCard.tsx'

export interface MemoEditorProps {
  text: string
  /** What stands there as long as it is not saved; empty for a new one. */
  before?: string | undefined
  about: MemoAbout
  /** What its passage begins with. */
  words: string
  /** What stands there now, where someone else has changed it since the writing began. */
  theirs?: string | undefined
  /** At first: whether what has been written may go is asked. */
  isAsking?: boolean
  onTyped: (text: string) => void
  onSave: (text: string) => Promise<void>
  onCancel: (text: string) => void
}

/** A card that is being written. The field grows with the text. */
export function MemoEditor({
  text: given,
  before = '',
  about,
  words,
  theirs,
  isAsking: asks = false,
  onTyped,
  onSave,
  onCancel,
}: MemoEditorProps) {
  const t = useT()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(given)
  const [busy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(asks)
  const goOnButton = useRef<HTMLButtonElement>(null)
  const isEmpty = text.trim() === ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides how tall it is
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight + 2}px`
  }, [text])
  // One goes on where it ends.
  useLayoutEffect(() => field.current?.setSelectionRange(longestText, longestText), [])
  const ask = () => {
    flushSync(() => setAsking(true))
    goOnButton.current?.focus()
  }
  /** What has been typed goes only when that is wanted. */
  const cancel = () => {
    if (isEmpty || text === before) onCancel(text)
    else ask()
  }
  const goOn = () => {
    setAsking(false)
    field.current?.focus()
  }
  const save = async () => {
    if (isEmpty || busy) return
    setBusy(true)
    await onSave(text)
    setBusy(false)
  }
  const press = (event: KeyboardEvent) => {
    // What is typed is the memo's alone.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') isAsking ? goOn() : cancel()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else return
    event.preventDefault()
  }
  const label = t(`memo.writing.${about}`, { words })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what is in it
    <div className="memo memo-writing" data-active="" onKeyDown={press}>
      {about !== 'words' && <p className="memo-about">{t(about === 'source' ? 'memo.onSource' : 'memo.wordsGone')}</p>}
      {theirs !== undefined && (
        <div className="memo-theirs" role="status">
          <p>{t('memo.changedMeanwhile')}</p>
          <div className="memo-body" data-folded="">
            {theirs}
          </div>
        </div>
      )}
      <textarea
        ref={field}
        className="ui-input memo-field"
        aria-label={label}
        placeholder={t('memo.placeholder')}
        rows={3}
        maxLength={longestText}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onTyped(event.target.value)
        }}
      />
      {isAsking && (
        <p className="memo-ask" role="alert">
          {t('memo.discardAsk')}
        </p>
      )}
      <div className="memo-acts">
        {isAsking ? (
          <>
            <Button kind="danger" onClick={() => onCancel(text)}>
              {t('memo.discard')}
            </Button>
            <Button ref={goOnButton} kind="quiet" aria-keyshortcuts="Escape" onClick={goOn}>
              {t('memo.goOn')}
            </Button>
          </>
        ) : (
          <Button kind="quiet" aria-keyshortcuts="Escape" onClick={cancel}>
            {t('ui.cancel')}
          </Button>
        )}
        <Button
          kind="primary"
          // Without a wheel: beside Cancel there is no room for one, the row would wrap, and the text would scroll by it.
          aria-disabled={isEmpty || busy}
          aria-keyshortcuts="Control+Enter"
          data-tooltip={t('memo.save')}
          data-shortcut="Mod+Enter"
          onClick={() => void save()}
        >
          {t('ui.save')}
        </Button>
      </div>
    </div>
  )
}
