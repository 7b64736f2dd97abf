import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { formatDate, formatRelative } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import type { Memo } from '../../../model/schema.ts'
import { IconButton } from '../../../ui/fields/IconButton.tsx'
import { DeleteIcon, EditIcon } from '../../../ui/icons.ts'
import type { aboutOf } from './memoState.ts'

/** What a memo is about: words, the whole source, or words that have been deleted. */
export type MemoAbout = ReturnType<typeof aboutOf>

export interface MemoCardProps {
  memo: Memo
  about: MemoAbout
  /** What its passage begins with. */
  words: string
  active: boolean
  canWrite: boolean
  /** In the tab order; of several cards one is. */
  isTabStop?: boolean
  onSelect: () => void
  onEdit: () => void
  onRemove: () => void
}

/** One memo: who wrote it and when, and what, of which a long one shows the beginning. */
export function MemoCard({ memo, about, words, active, canWrite, isTabStop, ...on }: MemoCardProps) {
  const t = useT()
  const body = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  const { author, content, timestamp } = memo
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides how tall it is
  useLayoutEffect(() => {
    const element = body.current
    if (element && !isWhole) setLong(element.scrollHeight > element.clientHeight + 2)
  }, [content, isWhole])
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === 'F2') on.onEdit()
    else if (event.key === 'Delete' || event.key === 'Backspace') on.onRemove()
    else if (event.key === ' ') on.onSelect()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <article
      className="memo"
      data-active={active || undefined}
      aria-label={t(`memo.about.${about}`, { author: author || t('text.someone'), words })}
      aria-current={active || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={on.onSelect}
      onKeyDown={press}
    >
      <header className="memo-head">
        <span className="memo-author">{author || t('text.someone')}</span>
        <time className="memo-time" dateTime={new Date(timestamp).toISOString()} title={formatDate(timestamp)}>
          {formatRelative(timestamp)}
        </time>
        {canWrite && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the clicks on its buttons from the card
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <span className="memo-tools" onClick={(event) => event.stopPropagation()}>
            <IconButton size="small" icon={EditIcon} label={t('memo.edit')} shortcut="Enter" onClick={on.onEdit} />
            <IconButton size="small" icon={DeleteIcon} label={t('memo.remove')} shortcut="Del" onClick={on.onRemove} />
          </span>
        )}
      </header>
      {about !== 'words' && <p className="memo-about">{t(about === 'source' ? 'memo.onSource' : 'memo.wordsGone')}</p>}
      <div className="memo-body" ref={body} data-folded={!isWhole || undefined}>
        {content}
      </div>
      {isLong && (
        <button
          type="button"
          className="memo-more"
          aria-expanded={isWhole}
          onClick={(event) => {
            event.stopPropagation()
            setWhole(!isWhole)
          }}
        >
          {t(isWhole ? 'memo.less' : 'memo.more')}
        </button>
      )}
    </article>
  )
}
