import { useWindows, type Windows } from '../../data/live/useWindows.ts'
import { formatNumber } from '../../i18n/formats.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import type { WordsOf } from '../../model/queries.ts'
import { shownAround } from '../../model/text/snippet.ts'
import type { Passage } from '../../state/passage.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { CloseIcon, StopListIcon } from '../../ui/icons.ts'
import { PassageList } from '../../ui/lists/PassageList.tsx'

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
          <PassageList
            key={word}
            label={t('wordCloud.passagesOf', { word })}
            total={total}
            at={(index) => {
              const row = places.at(index)
              return row && { source: row.source, quote: row.match, found: true, ...shownAround(row) }
            }}
            onOpen={(index) => {
              const row = places.at(index)
              if (row) onPassage(row)
            }}
          />
        </div>
      )}
    </aside>
  )
}
