import { useWindows, type Windows } from '../../data/live/useWindows.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { PassageRow, WordsOf } from '../../model/queries.ts'
import type { Passage } from '../../state/passage.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon, StopListIcon } from '../../ui/icons.ts'
import { LongList } from '../../ui/lists/LongList.tsx'

export interface WordPassagesProps {
  of: WordsOf
  word: string
  onPassage: (passage: Passage) => void
  /** Missing for those who may only look. */
  onLeaveOut?: (() => void) | undefined
  onClose: () => void
}

export interface WordPassagesViewProps extends Omit<WordPassagesProps, 'of'> {
  places: Pick<Windows<'wordPlaces'>, 'total' | 'problem' | 'at'>
}

/** Where a word stands, within what was counted: as many places as its count says, each a way to its text. */
export const WordPassages = ({ of, ...shown }: WordPassagesProps) => (
  <WordPassagesView places={useWindows('wordPlaces', { ...of, word: shown.word })} {...shown} />
)

export function WordPassagesView({ places, word, onPassage, onLeaveOut, onClose }: WordPassagesViewProps) {
  const t = useT()
  const { total, problem } = places
  return (
    <aside className="word-passages" aria-label={t('wordCloud.passagesOf', { word })}>
      <div className="word-passages-head">
        <h2>{word}</h2>
        <p role="status">{total !== undefined && t('wordCloud.passages', { n: total, count: formatNumber(total) })}</p>
        {onLeaveOut && <IconButton icon={StopListIcon} label={t('wordCloud.leaveOut')} onClick={onLeaveOut} />}
        <IconButton icon={CloseIcon} label={t('wordCloud.closePassages')} onClick={onClose} />
      </div>
      {problem && <ErrorState>{problemText(problem)}</ErrorState>}
      {total === undefined && !problem && (
        <div className="word-passages-wait">
          <Skeleton lines={4} height="1.4em" />
        </div>
      )}
      {total !== undefined && (
        <div className="word-passages-list">
          <LongList
            key={word}
            label={t('wordCloud.passagesOf', { word })}
            count={total}
            keyOf={(index) => index}
            rowHeight={82}
            row={(index) => <Place row={places.at(index)} onPassage={onPassage} />}
          />
        </div>
      )}
    </aside>
  )
}

function Place({ row, onPassage }: { row: PassageRow | undefined; onPassage: (passage: Passage) => void }) {
  if (!row) return <div className="word-passage" />
  const { sourceId, questionId, start, length, source, before, match, after, cutBefore, cutAfter } = row
  return (
    <button type="button" className="word-passage" onClick={() => onPassage({ sourceId, questionId, start, length })}>
      <span className="word-passage-source">{source}</span>
      <span className="word-passage-words">
        {cutBefore && '…'}
        {before}
        <mark>{match}</mark>
        {after}
        {cutAfter && '…'}
      </span>
    </button>
  )
}
